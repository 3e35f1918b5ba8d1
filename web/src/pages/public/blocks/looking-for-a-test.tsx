import { LinkButton } from '../../../components/button.tsx'
import * as copy from '../../../copy/site.ts'
import { useSignedIn } from '../../../lib/hooks.ts'

/** The one action here: to the labs if signed in, else to sign in. */
export function LookingForATest() {
  const signedIn = useSignedIn()
  return (
    <div className="rounded-card border-hair bg-card shadow-soft mt-4 grid items-center gap-x-6 gap-y-3 border p-4 md:mt-8 md:grid-cols-[1fr_auto] md:p-6">
      <div>
        <h2>{copy.lookingTitle}</h2>
        <p className="text-muted mt-1">{copy.lookingHelp}</p>
      </div>
      <LinkButton to={signedIn ? '/explore/labs' : '/auth/login'} look="primary" wide>
        {copy.lookingBook}
      </LinkButton>
    </div>
  )
}
