import { useState } from 'react'
import { useAct } from '../../lib/act.ts'
import { ApiFailure, failureWords, isOffline } from '../../lib/api.ts'
import { pendingEmail } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { Banner } from '../../ui/banner.tsx'
import { Breakable } from '../../ui/breakable.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeInput } from '../../ui/code-input.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { FailureNote } from './form-parts.tsx'
import { codeProblem, emailProblem, type MailLink } from './policy.ts'
import { finishReset } from './queries.ts'

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
  const wrong = emailProblem(email) ?? (email.trim() === '' ? 'Enter your email' : null)
  return {
    ...(wrong ? { email: wrong } : {}),
    ...(short ? { code: short } : {}),
    ...(password === '' ? { password: 'Enter a new password' } : {}),
  }
}

/** Asks for the code and the new password together. A link from the mail fills in the code. */
export function ResetDialog({ link, justConfirmed, onClose, onReset }: ResetDialogProps) {
  const [known] = useState(() => link?.email ?? pendingEmail())
  const [email, setEmail] = useState(known)
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const act = useAct()

  async function reset(): Promise<void> {
    try {
      await finishReset(email.trim(), link?.code ?? code, password)
      toast.success('password reset successfully')
      onReset()
    } catch (failure) {
      toast.error('unable to reset password, try again later')
      if (isOffline(failure) || !(failure instanceof ApiFailure)) throw failure
      if (failure.code === 'weak_password') setProblems({ password: failureWords(failure) })
      else if (link) throw failure
      else setProblems({ code: failureWords(failure) })
    }
  }

  return (
    <Dialog title={justConfirmed ? 'Choose your password' : 'Reset your password'} onClose={onClose}>
      <form
        noValidate
        className="space-y-6"
        onSubmit={(event) => {
          event.preventDefault()
          const found = judge(email, code, password, link)
          setProblems(found)
          if (Object.keys(found).length === 0) act.run(reset)
        }}
      >
        <FailureNote failure={act.failure} />
        {justConfirmed ? (
          <Banner tone="ok" title="Your email is confirmed" announce>
            <p>
              This address was registered more than once, so nothing that was typed then counts. Choose the
              password of your account here.
            </p>
          </Banner>
        ) : null}
        {known ? (
          <p>
            {link ? 'For ' : 'We sent a 5-digit code to '}
            <b>
              <Breakable text={known} />
            </b>
            {link || justConfirmed ? '.' : ', if there is an account with this address.'}
          </p>
        ) : (
          <Field
            label="Email"
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
          label="New password"
          hint="At least 8 characters. Three words work well."
          autoComplete="new-password"
          value={password}
          onText={setPassword}
          error={problems.password}
        />
        <Button type="submit" look="primary" wide working={act.working} workingText="Saving">
          {justConfirmed ? 'Save the password' : 'Reset password'}
        </Button>
      </form>
    </Dialog>
  )
}
