import signpost from '../../../ui/art/signpost.svg'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'

/** There is no test at this address: the page that is not found, with the way to those that are. */
export function UnknownTest() {
  return (
    <div className="page flex flex-1 items-center justify-center py-8">
      <EmptyState
        headingLevel="h1"
        picture={signpost}
        title="We could not find that page"
        action={
          <>
            <LinkButton to="/explore/tests" look="primary" wide>
              Explore tests
            </LinkButton>
            <LinkButton to="/" wide>
              Back Home
            </LinkButton>
          </>
        }
      >
        We know no test at this address. It may be mistyped, or the test is no longer offered. Your bookings
        and payments are safe.
      </EmptyState>
    </div>
  )
}
