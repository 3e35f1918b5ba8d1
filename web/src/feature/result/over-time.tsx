import type { ReactNode } from 'react'
import { needsPassword } from '../../lib/password-first.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Link } from '../../ui/link.tsx'
import { NoAnswer } from '../../ui/no-answer.tsx'
import { Skeleton, Waiting } from '../../ui/states.tsx'
import { useTrends } from './queries.ts'
import { TrendCard } from './trend-card.tsx'

type OverTimeProps = {
  reference: string
  /** Returns true if it prompts for the password; it then calls `again`. */
  onRefused: (failure: unknown, again: () => void) => boolean
}

/** The trend of an order's values. Loaded on request: the audit log records each read of other orders' reports. */
export function OverTime({ reference, onRefused }: OverTimeProps) {
  const trends = useTrends(reference)
  const found = trends.data?.data

  async function see(): Promise<void> {
    const { error } = await trends.refetch()
    if (error) onRefused(error, () => void see())
  }

  if (!found && !trends.isFetching && (!trends.isError || needsPassword(trends.error)))
    return (
      <Part>
        <p className="mt-1 mb-4">
          See how these values have changed, from every order and lab that measured them for the same person.
        </p>
        <Button wide onClick={() => void see()}>
          Show them over time
        </Button>
      </Part>
    )
  if (!found)
    return trends.isError ? (
      <Part>
        <NoAnswer failure={trends.error} onRetry={() => void see()} />
      </Part>
    ) : (
      <Waiting onRetry={() => void see()}>
        <Skeleton className="h-88 w-full" />
      </Waiting>
    )
  if (found.series.length === 0)
    return (
      <Part>
        <p className="mt-1">
          {found.bornOn === null
            ? 'This booking has no date of birth, so we do not put it together with others: they could be somebody else’s.'
            : 'Nothing here was measured twice yet for the same person. When it is, the change shows here.'}
        </p>
      </Part>
    )
  return (
    <section aria-labelledby="over-time" className="space-y-4">
      <div>
        <h2 id="over-time">Over time</h2>
        <p className="text-muted max-w-words">
          Bookings with the same name, sex and date of birth, and the same email or phone.{' '}
          <Link to="/results">See all results</Link>
        </p>
      </div>
      {found.series.map((series) => (
        <TrendCard key={series.id} series={series} />
      ))}
    </section>
  )
}

function Part({ children }: { children: ReactNode }) {
  return (
    <Card as="section" labelledBy="over-time">
      <h2 id="over-time" className="heading-small">
        Over time
      </h2>
      {children}
    </Card>
  )
}
