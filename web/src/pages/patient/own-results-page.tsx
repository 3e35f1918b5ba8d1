import type { ResultPerson } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import clipboard from '../../components/art/clipboard.svg'
import padlock from '../../components/art/padlock.svg'
import { Button, LinkButton } from '../../components/button.tsx'
import { Card, Tag } from '../../components/card.tsx'
import { ChevronRightIcon } from '../../components/icons.tsx'
import { Link } from '../../components/link.tsx'
import { BackLink } from '../../components/navigation.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { EmptyState, Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/results.ts'
import * as shared from '../../copy/shared.ts'
import { useOwnPeople } from '../../features/results/queries.ts'
import { TrendCard } from '../../features/results/trend-card.tsx'
import { ApiFailure } from '../../lib/api.ts'
import { fill, plural } from '../../lib/fill.ts'
import { plainDay } from '../../lib/format.ts'
import { useTitle } from '../../lib/hooks.ts'
import { needsPassword } from '../../lib/password-first.ts'

const PasswordAgain = lazy(async () => ({
  default: (await import('../../features/accounts/password-again.tsx')).PasswordAgain,
}))

/** The results over time of all people whom the account books for. They require a recent password. */
export function OwnResultsPage() {
  useTitle(copy.ownTitle)
  const query = useOwnPeople()
  const [closed, setClosed] = useState(false)
  const again = () => void query.refetch()
  const isLocked = needsPassword(query.error)
  const people = isLocked ? undefined : query.data?.data.people
  // The server returns 404 to an account that is no patient: it is shown as having no results.
  const hasNone = (query.error instanceof ApiFailure && query.error.status === 404) || people?.length === 0

  return (
    <div className="page grow pt-4 pb-8 md:pt-6 md:pb-12">
      <BackLink to="/orders">{copy.ownBack}</BackLink>
      <h1>{copy.ownTitle}</h1>
      <p className="text-muted max-w-words mt-1 mb-6">{copy.ownSays}</p>
      {hasNone ? (
        <EmptyState
          title={copy.ownNoneTitle}
          picture={clipboard}
          action={
            <LinkButton look="primary" wide to="/orders">
              {copy.seeOrders}
            </LinkButton>
          }
        >
          {copy.ownNoneSays}
        </EmptyState>
      ) : people ? (
        <div className="space-y-12">
          {people.map((person, place) => (
            <PersonResults key={person.orders[0]?.reference} person={person} place={place} />
          ))}
          <p className="max-w-words">{copy.meaningForPatient}</p>
        </div>
      ) : isLocked ? (
        <EmptyState
          title={copy.lockedTitle}
          picture={padlock}
          action={
            <Button look="primary" wide onClick={() => setClosed(false)}>
              {copy.givePassword}
            </Button>
          }
        >
          {copy.lockedSays}
        </EmptyState>
      ) : (
        <NotLoaded failure={query.error} onRetry={again}>
          <Skeleton className="h-120 w-full" />
        </NotLoaded>
      )}
      <Suspense>
        {isLocked && !closed ? <PasswordAgain onGiven={again} onClose={() => setClosed(true)} /> : null}
      </Suspense>
    </div>
  )
}

/** All results of one person: the trends, and each order with results. */
function PersonResults({ person, place }: { person: ResultPerson; place: number }) {
  const { name, bornOn, series, orders } = person
  const heading = `person-${place}`
  return (
    <section aria-labelledby={heading} className="space-y-4">
      <div>
        <h2 id={heading} className="wrap-anywhere">
          {name}
        </h2>
        <p className="text-muted">
          {bornOn ? fill(copy.personBorn, { day: plainDay(bornOn) }) : copy.personNoBirth}
        </p>
      </div>
      {series.length === 0 && bornOn ? <p className="max-w-words">{copy.personNoTrend}</p> : null}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2 lg:gap-6">
        {series.map((one) => (
          <TrendCard key={one.id} series={one} />
        ))}
        <Card className={series.length % 2 === 0 ? 'lg:col-span-2' : ''}>
          <h3 className="heading-small">{plural(copy.ordersWithResults, orders.length)}</h3>
          <ul className="divide-hair mt-2 divide-y">
            {orders.map((order) => (
              <li key={order.reference}>
                <Link
                  to={`/orders/${encodeURIComponent(order.reference)}/results`}
                  className="text-ink flex min-h-16 items-center gap-3 py-3 no-underline"
                >
                  <span className="min-w-0 grow">
                    <span className="block font-semibold wrap-anywhere">{testNames(order.tests)}</span>
                    <span className="text-small text-muted block">
                      {plainDay(order.releasedAt)} · {order.lab}, {order.location}
                    </span>
                    {order.sampleData ? (
                      <span className="mt-1 block">
                        <Tag>{shared.sampleData}</Tag>
                      </span>
                    ) : null}
                  </span>
                  <ChevronRightIcon className="text-muted shrink-0" />
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </section>
  )
}

/** At most three names, and how many more there are. */
function testNames(tests: readonly string[]): string {
  const rest = tests.length - 3
  return rest > 0
    ? fill(copy.testsAndMore, { tests: tests.slice(0, 3).join(', '), count: rest })
    : tests.join(', ')
}
