import { confirmSession } from '@labalaba/contract'
import { useState } from 'react'
import { Button, LinkButton } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Form } from '../../components/form.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import * as copy from '../../copy/accounts.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { ApiFailure, call, failureWords } from '../../lib/api.ts'

type PasswordProps = {
  /** Why the password is needed. */
  says?: string
  button?: string
  onGiven: () => void
  onClose: () => void
}

/** Asks the signed-in user for their password or a passkey once more, then continues. */
export function PasswordAgain({
  says = copy.passwordForResults,
  button = copy.showResults,
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
    <Dialog title={copy.passwordPlease} onClose={onClose}>
      <Form
        className="space-y-6"
        onSubmit={() => {
          if (password === '') setWrong(copy.passwordEmpty)
          else giving.run(give)
        }}
      >
        <p>{says}</p>
        <NotDone failure={giving.failure ?? passkey.failure} />
        <PasswordField
          id="password-again"
          label={copy.yourPassword}
          autoComplete="current-password"
          autoFocus
          value={password}
          onText={(text) => {
            setPassword(text)
            setWrong(null)
          }}
          error={wrong}
        />
        <Button type="submit" look="primary" wide working={giving.working} workingText={shared.checking}>
          {button}
        </Button>
      </Form>
      <Button
        wide
        working={passkey.working}
        workingText={copy.waiting}
        onClick={() =>
          passkey.run(async () => {
            await (await import('../../lib/passkeys.ts')).confirmByPasskey()
            onGiven()
          })
        }
      >
        {copy.passkeyInstead}
      </Button>
      <LinkButton look="quiet" wide to="/auth/forgot-password/user">
        {copy.forgotPassword}
      </LinkButton>
    </Dialog>
  )
}
