import type { HoursDesk } from '@labalaba/contract'
import * as copy from '../../copy/opening-hours.ts'
import { fillNodes } from '../../lib/fill.ts'
import { dayAndTime } from '../../lib/format.ts'
import { becameLines } from './policy.ts'

/** Who changed the hours, when, and to what. */
export function HoursChanges({ changes }: Pick<HoursDesk, 'changes'>) {
  if (changes.length === 0) return null
  return (
    <section aria-labelledby="changes">
      <h2 id="changes" className="heading-small">
        {copy.lastChanges}
      </h2>
      <ul className="divide-hair mt-1 divide-y">
        {changes.map(({ at, by, became }) => (
          <li key={at} className="py-2">
            <span className="text-muted">
              {fillNodes(copy.changedBy, {
                name: <span className="text-ink font-semibold">{by}</span>,
                when: dayAndTime(at),
              })}
            </span>
            <span className="text-muted block">{becameLines(became, at).join('; ')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
