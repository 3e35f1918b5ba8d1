import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { type Act, useAct } from '../../lib/act.ts'
import { needsPassword } from '../../lib/password-again.ts'

/** The dialog that asks for the password again, from the page that has it. */
export type PasswordDialog = ComponentType<{
  says: string
  button: string
  onGiven: () => void
  onClose: () => void
}>

type PasswordFirst = Pick<Act, 'working' | 'failure'> & {
  /** Does it; where the password is needed first, asks for it and then does it. */
  run: (deed: () => Promise<void>) => void
  /** Belongs on the page. */
  dialog: ReactNode
}

/** One deed at a time that needs a password of the last quarter of an hour. */
export function usePasswordFirst(PasswordAgain: PasswordDialog): PasswordFirst {
  const act = useAct()
  const [waiting, setWaiting] = useState<{ readonly deed: () => Promise<void> } | null>(null)

  function run(deed: () => Promise<void>): void {
    act.run(async () => {
      try {
        await deed()
      } catch (failure) {
        if (!needsPassword(failure)) throw failure
        setWaiting({ deed })
      }
    })
  }

  const dialog = waiting ? (
    <Suspense>
      <PasswordAgain
        says="You change how you log in. Your password shows that it is you who holds this phone."
        button="Go on"
        onClose={() => setWaiting(null)}
        onGiven={() => {
          setWaiting(null)
          run(waiting.deed)
        }}
      />
    </Suspense>
  ) : null
  return { working: act.working, failure: act.failure, run, dialog }
}
