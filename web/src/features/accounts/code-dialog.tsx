import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { CodeInput } from '../../components/code-input.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { RefreshIcon } from '../../components/icons.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import * as copy from '../../copy/accounts.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { ApiFailure, failureWords, isOffline } from '../../lib/api.ts'
import { fillNodes } from '../../lib/fill.ts'
import { pendingEmail } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { BoldEmail, FailureNote } from './form-parts.tsx'
import { codeProblem, emailProblem, type MailLink } from './policy.ts'
import { confirm, sendCodeAgain } from './queries.ts'

type CodeDialogProps = {
  /** The content of the mail's link, if the page was opened from it. */
  link: MailLink | null
  onClose: () => void
  onConfirmed: (next: { choosesPassword: boolean }) => void
}

/**
 * Confirms the email with the five digits of the mail, or with one tap after opening its link. In a browser that did not
 * register, both need the password of the registration.
 */
export function CodeDialog({ link, onClose, onConfirmed }: CodeDialogProps) {
  const [sentTo] = useState(() => link?.email ?? pendingEmail())
  const [email, setEmail] = useState(sentTo)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const [password, setPassword] = useState<string | null>(null)
  const [passwordError, setPasswordError] = useState<string | null>(null)
  const act = useAct()
  const resend = useAct()
  const emailWrong = emailProblem(email) ?? (email.trim() === '' ? copy.emailEmpty : null)

  async function verify(): Promise<void> {
    try {
      onConfirmed(await confirm(email.trim(), link?.code ?? code, password))
    } catch (failure) {
      if (isOffline(failure) || !(failure instanceof ApiFailure)) throw failure
      if (failure.code === 'password_needed') setPassword('')
      else if (failure.code === 'wrong_password') {
        setPassword((typed) => typed ?? '')
        setPasswordError(failureWords(failure))
      } else if (link) throw failure
      else setProblem(failureWords(failure))
    }
  }

  async function again(): Promise<void> {
    try {
      const { words } = await sendCodeAgain(email.trim())
      toast.success(words)
    } catch {
      toast.error(copy.resendFailed)
    }
  }

  return (
    <Dialog title={link ? copy.confirmEmailTitle : copy.checkEmailTitle} onClose={onClose}>
      <Form
        className="space-y-6"
        onSubmit={() => {
          const short = link ? null : codeProblem(code)
          setProblem(short)
          setTried(true)
          const noPassword = password === '' ? copy.passwordEmpty : null
          setPasswordError(noPassword)
          if (!short && !emailWrong && !noPassword) act.run(verify)
        }}
      >
        <FailureNote failure={act.failure} />
        {sentTo ? (
          <p>
            {fillNodes(link ? copy.tapVerify : copy.codeSent, {
              email: <BoldEmail email={sentTo} />,
            })}
          </p>
        ) : (
          <Field
            label={shared.email}
            hint={copy.confirmEmailHint}
            type="email"
            inputMode="email"
            autoComplete="email"
            value={email}
            onText={setEmail}
            error={tried ? emailWrong : null}
          />
        )}
        {link ? null : (
          <CodeInput
            value={code}
            error={problem}
            onText={(digits) => {
              setCode(digits)
              if (digits.length === 5) setProblem(null)
            }}
          />
        )}
        {password === null ? null : (
          <PasswordField
            label={copy.password}
            hint={copy.confirmPasswordHint}
            autoComplete="current-password"
            autoFocus
            value={password}
            onText={(typed) => {
              setPassword(typed)
              setPasswordError(null)
            }}
            error={passwordError}
          />
        )}
        <Button type="submit" look="primary" wide working={act.working} workingText={copy.verifying}>
          {copy.verify}
        </Button>
      </Form>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-small text-muted">{copy.noCode}</p>
        <div className="-mx-3">
          <Button
            look="quiet"
            working={resend.working}
            onClick={() => {
              setTried(true)
              if (!emailWrong) resend.run(again)
            }}
          >
            <RefreshIcon />
            {copy.resend}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
