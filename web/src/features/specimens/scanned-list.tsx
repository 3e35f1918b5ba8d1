import { Banner } from '../../components/banner.tsx'
import { Card, Tag } from '../../components/card.tsx'
import { Link } from '../../components/link.tsx'
import * as shared from '../../copy/shared.ts'
import * as copy from '../../copy/specimens.ts'
import { plural } from '../../lib/fill.ts'
import type { Outcome } from './receiving.ts'
import type { Scanned } from './use-receiving.ts'

const tags: Readonly<Record<Outcome['kind'], { words: string; tone: 'ok' | 'warn' | 'error' }>> = {
  received: { words: copy.received, tone: 'ok' },
  before: { words: copy.scannedHereBefore, tone: 'warn' },
  wrong: { words: copy.scannedNotReceived, tone: 'error' },
  unsent: { words: copy.scannedNotSent, tone: 'warn' },
}

/** The outcome of the newest label, large: the user who scans looks up only briefly. */
export function NewestOutcome({ scanned }: { scanned: readonly Scanned[] }) {
  const newest = scanned.find((one) => one.outcome !== null)
  const outcome = newest?.outcome
  if (!outcome)
    return (
      <div role="status" className="min-h-24">
        <p className="text-muted">{copy.scannedNothing}</p>
      </div>
    )
  const { tone } = tags[outcome.kind]
  return (
    <div key={newest.id} role={tone === 'error' ? 'alert' : 'status'} className="min-h-24">
      <Banner tone={tone} title={outcome.title}>
        <p>{outcome.words}</p>
      </Banner>
    </div>
  )
}

/** Every label since the page was opened, the newest first. */
export function ScannedList({ scanned }: { scanned: readonly Scanned[] }) {
  const received = scanned.filter(({ outcome }) => outcome?.kind === 'received').length
  return (
    <Card as="section" labelledBy="scanned">
      <h2 id="scanned">{copy.scannedTitle}</h2>
      <p className="text-muted mt-1">
        {scanned.length === 0 ? copy.scannedHint : plural(copy.samplesReceived, received)}
      </p>
      <ol className="divide-hair mt-2 divide-y">
        {scanned.map(({ id, label, outcome }) => (
          <li key={id} className="py-2.5">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="figures font-semibold wrap-anywhere">{label}</span>
              {outcome ? (
                <Tag tone={tags[outcome.kind].tone}>{tags[outcome.kind].words}</Tag>
              ) : (
                <span className="text-muted">{copy.working}</span>
              )}
              {outcome?.reference ? (
                <Link
                  to={`/portal/lab/orders/${encodeURIComponent(outcome.reference)}`}
                  className="min-h-row ml-auto inline-flex min-w-12 items-center justify-end"
                >
                  {shared.order}
                  <span className="sr-only">, {label}</span>
                </Link>
              ) : null}
            </p>
            {outcome ? <p className="text-muted">{outcome.words}</p> : null}
          </li>
        ))}
      </ol>
    </Card>
  )
}
