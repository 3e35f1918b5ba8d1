import { useSignedIn } from '../../lib/hooks.ts'
import { LinkButton } from '../../ui/button.tsx'

/** The one action here: to the labs if signed in, else to sign in. */
export function LookingForATest() {
  const signedIn = useSignedIn()
  return (
    <div className="rounded-card border-hair bg-card shadow-soft mt-4 grid items-center gap-x-6 gap-y-3 border p-4 md:mt-8 md:grid-cols-[1fr_auto] md:p-6">
      <div>
        <h2>Looking for a test?</h2>
        <p className="text-muted mt-1">Find a lab near you and see the price of every test before you pay.</p>
      </div>
      <LinkButton to={signedIn ? '/explore/labs' : '/auth/login'} look="primary" wide>
        Book a test
      </LinkButton>
    </div>
  )
}
