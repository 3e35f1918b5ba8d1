import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Link } from '../../components/link.tsx'
import { NoAnswer } from '../../components/not-loaded.tsx'
import { Skeleton, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/results.ts'
import { needsPassword } from '../../lib/password-first.ts'
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
        <p className="mt-1 mb-4">{copy.overTimeSays}</p>
        <Button wide onClick={() => void see()}>
          {copy.overTimeShow}
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
        <p className="mt-1">{found.bornOn === null ? copy.overTimeNoBirth : copy.overTimeNothing}</p>
      </Part>
    )
  return (
    <section aria-labelledby="over-time" className="space-y-4">
      <div>
        <h2 id="over-time">{copy.overTime}</h2>
        <p className="text-muted max-w-words">
          {copy.overTimeWhose} <Link to="/results">{copy.overTimeAll}</Link>
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
        {copy.overTime}
      </h2>
      {children}
    </Card>
  )
}
