import type { PauseDesk, PauseSaid } from '@labalaba/contract'
import { Card } from '../../components/card.tsx'
import { Link } from '../../components/link.tsx'
import * as copy from '../../copy/opening-hours.ts'
import { fill, plural } from '../../lib/fill.ts'
import { useNow } from '../../lib/now.ts'
import { begunWords, endedWords, expectedWords } from './policy.ts'

/** The paid orders waiting at a location, each with a link. */
export function WaitingOrders({ waiting, more, name }: Pick<PauseDesk, 'waiting' | 'more' | 'name'>) {
  const now = useNow()
  return (
    <Card as="section" labelledBy="waiting">
      <h2 id="waiting" className="heading-small mb-1">
        {fill(copy.waitingTitle, { location: name })}
      </h2>
      {waiting.length === 0 ? (
        <p className="text-muted">{copy.noneWaiting}</p>
      ) : (
        <>
          <p className="text-muted">{plural(copy.waitingWords, waiting.length + more)}</p>
          <ul className="divide-hair mt-2 divide-y">
            {waiting.map((order) => (
              <li key={order.reference} className="flex flex-wrap items-center justify-between gap-x-4">
                <span>{expectedWords(order, now)}</span>
                <Link
                  to={`/portal/lab/orders/${encodeURIComponent(order.reference)}`}
                  className="min-h-row inline-flex items-center font-semibold"
                >
                  {order.reference}
                </Link>
              </li>
            ))}
          </ul>
          {more > 0 ? <p className="text-muted mt-2">{plural(copy.moreWaiting, more)}</p> : null}
        </>
      )}
    </Card>
  )
}

/** The past pauses. */
export function PausesBefore({ before }: { before: readonly PauseSaid[] }) {
  const now = useNow()
  if (before.length === 0) return null
  return (
    <section aria-labelledby="before">
      <h2 id="before" className="heading-small mb-1">
        {copy.earlierPauses}
      </h2>
      <ul className="divide-hair divide-y">
        {before.map((pause) => (
          <li key={pause.id} className="py-2">
            {pause.reason}
            <span className="text-muted text-small block">
              {begunWords(pause, now)} {endedWords(pause, now)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
