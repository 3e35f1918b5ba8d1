import { useTitle } from '../lib/hooks.ts'
import signpost from '../ui/art/signpost.svg'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/states.tsx'

/** There is nothing at this address: said plainly, with a way on. */
export function NotFoundPage() {
  useTitle('Page not found')
  return (
    <div className="page flex flex-1 items-center justify-center py-8">
      <EmptyState
        headingLevel="h1"
        picture={signpost}
        title="We could not find that page"
        action={
          <LinkButton to="/" look="primary" wide>
            Back Home
          </LinkButton>
        }
      >
        The address may be mistyped, or the page has moved. Your bookings and payments are safe.
      </EmptyState>
    </div>
  )
}
