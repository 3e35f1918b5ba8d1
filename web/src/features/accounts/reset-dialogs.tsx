import { useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { CodeInput } from '../../components/code-input.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
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
import { finishReset, startReset } from './queries.ts'

type ForgotDialogProps = { onClose: () => void; onSent: () => void }

/** Asks for the address and mails a code to it. The message is the same whether or not the address has an account. */
export function ForgotDialog({ onClose, onSent }: ForgotDialogProps) {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const act = useAct()
  const wrong = () => emailProblem(email) ?? (email.trim() === '' ? copy.emailEmpty : null)

  async function send(): Promise<void> {
    try {
      const { words } = await startReset(email.trim())
      toast.success(words)
      onSent()
    } catch (failure) {
      toast.error(copy.forgotFailed)
      throw failure
    }
  }

  return (
    <Dialog title={copy.forgotPassword} onClose={onClose}>
      <Form
        className="space-y-6"
        onSubmit={() => {
          const found = wrong()
          setProblem(found)
          if (!found) act.run(send)
        }}
      >
        <FailureNote failure={act.failure} />
        <p>{copy.forgotNext}</p>
        <Field
          label={shared.email}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          value={email}
          onText={(text) => {
            setEmail(text)
            if (emailProblem(text) === null) setProblem(null)
          }}
          onBlur={() => setProblem(emailProblem(email))}
          error={problem}
        />
        <Button type="submit" look="primary" wide working={act.working} workingText={shared.sending}>
          {copy.verify}
        </Button>
      </Form>
    </Dialog>
  )
}

type ResetDialogProps = {
  link: MailLink | null
  /** The email was confirmed just now, and had been registered more than once. */
  justConfirmed: boolean
  onClose: () => void
  onReset: () => void
}
type Problems = { email?: string; code?: string; password?: string }

function judge(email: string, code: string, password: string, link: MailLink | null): Problems {
  const short = link ? null : codeProblem(code)
  const wrong = emailProblem(email) ?? (email.trim() === '' ? copy.emailEmpty : null)
  return {
    ...(wrong ? { email: wrong } : {}),
    ...(short ? { code: short } : {}),
    ...(password === '' ? { password: copy.newPasswordEmpty } : {}),
  }
}

/** Asks for the code and the new password together. A link from the mail fills in the code. */
export function ResetDialog({ link, justConfirmed, onClose, onReset }: ResetDialogProps) {
  const [sentTo] = useState(() => link?.email ?? pendingEmail())
  const [email, setEmail] = useState(sentTo)
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const act = useAct()

  async function reset(): Promise<void> {
    try {
      await finishReset(email.trim(), link?.code ?? code, password)
      toast.success(copy.resetDone)
      onReset()
    } catch (failure) {
      toast.error(copy.resetFailed)
      if (isOffline(failure) || !(failure instanceof ApiFailure)) throw failure
      if (failure.code === 'weak_password') setProblems({ password: failureWords(failure) })
      else if (link) throw failure
      else setProblems({ code: failureWords(failure) })
    }
  }

  return (
    <Dialog title={justConfirmed ? copy.choosePasswordTitle : copy.resetTitle} onClose={onClose}>
      <Form
        className="space-y-6"
        onSubmit={() => {
          const found = judge(email, code, password, link)
          setProblems(found)
          if (Object.keys(found).length === 0) act.run(reset)
        }}
      >
        <FailureNote failure={act.failure} />
        {justConfirmed ? (
          <Banner tone="ok" title={copy.registeredTwiceTitle} announce>
            <p>{copy.registeredTwice}</p>
          </Banner>
        ) : null}
        {sentTo ? (
          <p>
            {fillNodes(link ? copy.resetFor : justConfirmed ? copy.codeSent : copy.codeSentIfAccount, {
              email: <BoldEmail email={sentTo} />,
            })}
          </p>
        ) : (
          <Field
            label={shared.email}
            type="email"
            inputMode="email"
            autoComplete="email"
            value={email}
            onText={setEmail}
            error={problems.email}
          />
        )}
        {link ? null : <CodeInput value={code} onText={setCode} error={problems.code} />}
        <PasswordField
          label={copy.newPassword}
          hint={copy.passwordRule}
          autoComplete="new-password"
          value={password}
          onText={setPassword}
          error={problems.password}
        />
        <Button type="submit" look="primary" wide working={act.working} workingText={shared.saving}>
          {justConfirmed ? copy.savePassword : copy.resetPassword}
        </Button>
      </Form>
    </Dialog>
  )
}
