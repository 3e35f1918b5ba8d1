import type { PriceChange } from '@labalaba/contract'
import { Card } from '../../components/card.tsx'
import { ChevronRightIcon } from '../../components/icons.tsx'
import { Link } from '../../components/link.tsx'
import * as copy from '../../copy/price-lists.ts'
import { fill } from '../../lib/fill.ts'
import { shortDay } from '../../lib/format.ts'
import { changeName, countsWords } from './policy.ts'

type ChangeLinksProps = { id: string; title: string; changes: readonly PriceChange[] }

/** Waiting or applied changes, each a link to its details. Renders nothing if there are none. */
export function ChangeLinks({ id, title, changes }: ChangeLinksProps) {
  if (changes.length === 0) return null
  return (
    <Card as="section" labelledBy={id}>
      <h2 id={id} className="heading-small">
        {title}
      </h2>
      <ul className="divide-hair mt-1 divide-y">
        {changes.map((change) => (
          <li key={change.id}>
            <Link
              to={`/portal/lab/prices/changes/${change.id}`}
              className="ring-within text-ink hover:bg-sand min-h-row -mx-2 flex items-center justify-between gap-4 px-2 py-2 no-underline"
            >
              <span className="min-w-0">
                <span className="block font-semibold">{changeName(change)}</span>
                <span className="text-muted block">
                  {fill(copy.changeBy, {
                    counts: countsWords(change.counts),
                    name: change.confirmedBy ?? change.madeBy,
                  })}
                </span>
              </span>
              <span className="text-muted flex items-center gap-2 text-right">
                {change.state === 'waiting'
                  ? fill(copy.fromDay, { day: shortDay(change.on ?? '') })
                  : shortDay(change.appliedAt ?? change.madeAt)}
                <ChevronRightIcon className="shrink-0" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
