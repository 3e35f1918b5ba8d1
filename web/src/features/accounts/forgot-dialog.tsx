import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import * as copy from '../../copy/accounts.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { toast } from '../../lib/toast.ts'
import { FailureNote } from './form-parts.tsx'
import { emailProblem } from './policy.ts'
import { startReset } from './queries.ts'

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
      </form>
    </Dialog>
  )
}
