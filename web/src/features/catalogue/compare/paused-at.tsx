import type { TestPage } from '@labalaba/contract'
import { InfoIcon } from '../../../components/icons.tsx'
import * as copy from '../../../copy/catalogue.ts'
import { fill } from '../../../lib/fill.ts'
import { longDay } from '../../../lib/format.ts'

/** Labs that offer the test but have paused it, so that a user who looks for them sees why they are missing. */
export function PausedAt({ paused }: { paused: TestPage['pausedAt'] }) {
  if (paused.length === 0) return null
  const named = paused.map(({ lab, until }) =>
    until ? fill(copy.againFrom, { name: lab, day: longDay(until) }) : lab,
  )
  return (
    <p className="text-small text-muted flex items-start gap-1.5">
      <InfoIcon size={16} className="mt-0.5 md:mt-1" />
      <span>{fill(copy.pausedAt, { labs: named.join(', ') })}</span>
    </p>
  )
}
