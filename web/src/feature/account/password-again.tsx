import { confirmSession } from '@labalaba/contract'
import { useState } from 'react'
import { useAct } from '../../lib/act.ts'
import { ApiFailure, call, failureWords } from '../../lib/api.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NotDone } from '../../ui/not-done.tsx'
import { PasswordField } from '../../ui/password-field.tsx'

type PasswordProps = {
  /** Why the password is needed. */
  says?: string
  button?: string
  onGiven: () => void
  onClose: () => void
}

/** Asks the signed-in user for their password or a passkey once more, then continues. */
export function PasswordAgain({
  says = 'Results are private. Your password shows that it is you who holds this phone.',
  button = 'Show my results',
  onGiven,
  onClose,
}: PasswordProps) {
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const giving = useAct()
  const passkey = useAct()

  async function give(): Promise<void> {
    try {
      await call(confirmSession, { body: { password } })
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.code !== 'wrong_password') throw failure
      setWrong(failureWords(failure))
      return
    }
    onGiven()
  }

  return (
    <Dialog title="Your password, please" onClose={onClose}>
      <form
        noValidate
        className="space-y-6"
        onSubmit={(event) => {
          event.preventDefault()
          if (password === '') setWrong('Enter your password')
          else giving.run(give)
        }}
      >
        <p>{says}</p>
        <NotDone failure={giving.failure ?? passkey.failure} />
        <PasswordField
          id="password-again"
          label="Your password"
          autoComplete="current-password"
          autoFocus
          value={password}
          onText={(text) => {
            setPassword(text)
            setWrong(null)
          }}
          error={wrong}
        />
        <Button type="submit" look="primary" wide working={giving.working} workingText="Checking">
          {button}
        </Button>
      </form>
      <Button
        wide
        working={passkey.working}
        workingText="Waiting"
        onClick={() =>
          passkey.run(async () => {
            await (await import('../../lib/passkeys.ts')).confirmByPasskey()
            onGiven()
          })
        }
      >
        Use a passkey instead
      </Button>
      <LinkButton look="quiet" wide to="/auth/forgot-password/user">
        Forgot your password?
      </LinkButton>
    </Dialog>
  )
}
