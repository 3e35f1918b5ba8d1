import type { ResultPerson } from '@labalaba/contract'
import { Card, Tag } from '../../components/card.tsx'
import { ChevronRightIcon } from '../../components/icons.tsx'
import { Link } from '../../components/link.tsx'
import * as copy from '../../copy/results.ts'
import * as shared from '../../copy/shared.ts'
import { fill, plural } from '../../lib/fill.ts'
import { plainDay } from '../../lib/format.ts'
import { TrendCard } from './trend-card.tsx'

/** All results of one person: the trends, and each order with results. */
export function PersonResults({ person, place }: { person: ResultPerson; place: number }) {
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
