import type { Round, RoundVisit } from '@labalaba/contract'
import { formatWindow, windowOf } from '@labalaba/contract'
import { Tag } from '../../components/card.tsx'
import { PinIcon } from '../../components/first-icons.tsx'
import { ChevronRightIcon } from '../../components/icons.tsx'
import { Link } from '../../components/link.tsx'
import * as copy from '../../copy/home-visits.ts'
import { plural } from '../../lib/fill.ts'
import { clockTime } from '../../lib/format.ts'
import { countedWords, isShort, parted, statusOf } from './policy.ts'

/** When the phlebotomist is expected: a two-hour window, or an agreed time. */
export function visitWhen(time: string): string {
  const window = windowOf(time)
  return window ? formatWindow(window) : clockTime(time)
}

/** Today's visits in order of time: the next one is highlighted, finished ones are listed below. */
export function RoundList({ round, waiting }: { round: Round; waiting: ReadonlySet<string> }) {
  const { ahead, over } = parted(round)
  return (
    <div className="space-y-8">
      {ahead.length > 0 ? (
        <section aria-label={copy.toDo} className="space-y-3">
          <p className="text-muted">{plural(copy.roundAhead, ahead.length)}</p>
          <ol className="space-y-3">
            {ahead.map((visit, place) => (
              <Row key={visit.id} visit={visit} isNext={place === 0} isWaiting={waiting.has(visit.id)} />
            ))}
          </ol>
        </section>
      ) : null}
      {over.length > 0 ? (
        <section aria-labelledby="over" className="space-y-3">
          <h2 id="over">{copy.doneToday}</h2>
          <ol className="space-y-3">
            {over.map((visit) => (
              <Row key={visit.id} visit={visit} isNext={false} isWaiting={waiting.has(visit.id)} />
            ))}
          </ol>
        </section>
      ) : null}
    </div>
  )
}

type RowProps = { visit: RoundVisit; isNext: boolean; isWaiting: boolean }

function Row({ visit, isNext, isWaiting }: RowProps) {
  const { words, tone } = statusOf(visit)
  const edge = isNext ? 'border-indigo border-l-6' : 'border-hair'
  return (
    <li>
      <Link
        to={`/portal/phlebotomist?visit=${visit.id}`}
        className={`rounded-button bg-card shadow-soft text-ink hover:bg-indigo-tint flex min-h-20 items-center gap-4 border-2 p-4 no-underline ${edge}`}
      >
        <span className="min-w-0 flex-1 space-y-1">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <b className="heading-small tabular-nums">{visitWhen(visit.time)}</b>
            <Tag tone={tone}>{words}</Tag>
            {isWaiting ? <Tag tone="warn">{copy.notSentYet}</Tag> : null}
          </span>
          <span className="block font-semibold">{visit.patient.name}</span>
          {countedWords(visit) ? (
            <span className={`block ${isShort(visit) ? 'text-warn font-semibold' : 'text-muted'}`}>
              {countedWords(visit)}
            </span>
          ) : null}
          <span className="text-muted flex items-start gap-1.5">
            <PinIcon size={18} className="mt-0.5 shrink-0" />
            <span className="min-w-0">{visit.place.address || visit.place.area}</span>
          </span>
        </span>
        <ChevronRightIcon />
      </Link>
    </li>
  )
}
