import { Button } from '../../components/button.tsx'
import * as copy from '../../copy/accounts.ts'
import { useAct } from '../../lib/act.ts'
import { FailureNote } from './form-parts.tsx'
import { startSession } from './queries.ts'

/** Logs in with a passkey. On success the session starts, and the listeners of the session navigate on. */
export function PasskeyLogin() {
  const act = useAct()
  const logIn = async () => startSession(await (await import('../../lib/passkeys.ts')).enterByPasskey())
  return (
    <div className="mt-4 space-y-4">
      <FailureNote failure={act.failure} />
      <Button wide working={act.working} workingText={copy.waiting} onClick={() => act.run(logIn)}>
        {copy.loginWithPasskey}
      </Button>
    </div>
  )
}
