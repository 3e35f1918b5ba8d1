import type { PausedTest } from '@labalaba/contract'
import { InfoIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/catalogue.ts'
import { fill } from '../../lib/fill.ts'
import { longDay } from '../../lib/format.ts'

function named({ testName, until }: PausedTest): string {
  return until ? fill(copy.againFrom, { name: testName, day: longDay(until) }) : testName
}

/** The tests a lab has paused, so that a user who looks for one does not think it is not offered. */
export function PausedTests({ paused }: { paused: readonly PausedTest[] }) {
  if (paused.length === 0) return null
  return (
    <p className="text-small text-muted flex items-start gap-1.5">
      <InfoIcon size={16} className="mt-0.5 md:mt-1" />
      <span>{fill(copy.pausedTests, { tests: paused.map(named).join(', ') })}</span>
    </p>
  )
}
