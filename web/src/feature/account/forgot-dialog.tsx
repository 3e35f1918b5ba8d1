import { useState } from 'react'
import { useAct } from '../../lib/act.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FailureNote } from './form-parts.tsx'
import { emailProblem } from './policy.ts'
import { startReset } from './queries.ts'

type ForgotDialogProps = { onClose: () => void; onSent: () => void }

/** Asks for the address and mails a code to it. The message is the same whether or not the address has an account. */
export function ForgotDialog({ onClose, onSent }: ForgotDialogProps) {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const act = useAct()
  const wrong = () => emailProblem(email) ?? (email.trim() === '' ? 'Enter your email' : null)

  async function send(): Promise<void> {
    try {
      const { words } = await startReset(email.trim())
      toast.success(words)
      onSent()
    } catch (failure) {
      toast.error('unable to send otp, try again later')
      throw failure
    }
  }

  return (
    <Dialog title="Forgot your password?" onClose={onClose}>
      <form
        noValidate
        className="space-y-6"
        onSubmit={(event) => {
          event.preventDefault()
          const found = wrong()
          setProblem(found)
          if (!found) act.run(send)
        }}
      >
        <FailureNote failure={act.failure} />
        <p>We will mail you a code to set a new one, if there is an account with this address.</p>
        <Field
          label="Email"
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
        <Button type="submit" look="primary" wide working={act.working} workingText="Sending">
          Verify
        </Button>
      </form>
    </Dialog>
  )
}
