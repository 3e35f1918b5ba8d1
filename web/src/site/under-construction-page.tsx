import { useTitle } from '../lib/hooks.ts'
import cloth from '../ui/art/half-drawn-cloth.svg'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/states.tsx'

/** For features that are announced and not ready. */
export function UnderConstructionPage() {
  useTitle('Under Construction')
  return (
    <div className="page flex flex-1 items-center justify-center py-8">
      <EmptyState
        headingLevel="h1"
        picture={cloth}
        title="Under Construction"
        action={
          <LinkButton to="/" look="primary" wide>
            Back Home
          </LinkButton>
        }
      >
        We are still building this page. Booking a test works already.
      </EmptyState>
    </div>
  )
}
