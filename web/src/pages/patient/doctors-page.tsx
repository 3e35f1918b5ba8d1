import { LinkButton } from '../../components/button.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { EmptyState, Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/accounts.ts'
import { ConsentCard } from '../../features/consents/consent-card.tsx'
import { useConsents } from '../../features/consents/queries.ts'
import { useTitle } from '../../lib/hooks.ts'

/** Which doctors may read the account's results, since when, until when, and what they opened. */
export function DoctorsPage() {
  useTitle(copy.doctorsTitle)
  const query = useConsents()
  const consents = query.data?.data
  const again = () => void query.refetch()
  return (
    <div className="page grow py-6 md:py-8">
      <div className="max-w-column mx-auto space-y-6">
        <div>
          <h1>{copy.doctorsTitle}</h1>
          <p className="text-muted mt-1">{copy.doctorsAbout}</p>
        </div>
        {consents && consents.length > 0 ? (
          <ul className="space-y-6">
            {consents.map((consent) => (
              <ConsentCard
                key={consent.doctor + consent.orders.at(-1)}
                as="li"
                consent={consent}
                onChanged={again}
              />
            ))}
          </ul>
        ) : consents ? (
          <EmptyState
            title={copy.noDoctorsTitle}
            action={
              <LinkButton look="primary" wide to="/orders">
                {copy.seeOrders}
              </LinkButton>
            }
          >
            {copy.noDoctors}
          </EmptyState>
        ) : (
          <NotLoaded failure={query.error} onRetry={again}>
            <Skeleton className="h-72 w-full" />
          </NotLoaded>
        )}
      </div>
    </div>
  )
}
