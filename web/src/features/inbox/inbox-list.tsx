import type { InboxItem } from '@labalaba/contract'
import { Tag } from '../../components/card.tsx'
import { CheckCircleIcon, InfoIcon, RefreshIcon, WarningIcon } from '../../components/icons.tsx'
import { Link } from '../../components/link.tsx'
import { Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/inbox.ts'
import { fill, plural } from '../../lib/fill.ts'
import { dayAndTime } from '../../lib/format.ts'

const box = 'rounded-card border-hair bg-card shadow-soft divide-hair divide-y overflow-hidden border'
const row =
  'grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 px-4 py-3 md:grid-cols-[minmax(0,1fr)_auto] md:items-center md:px-6'

/** The results that wait for a doctor, each a link to its page. */
export function InboxList({ items }: { items: readonly InboxItem[] }) {
  return (
    <ul className={box}>
      {items.map((item) => (
        <Row key={item.reference} item={item} />
      ))}
    </ul>
  )
}

function Row({ item }: { item: InboxItem }) {
  const { reference, patientName, lab, tests, withdrawn, keptPrivate, unread, releasedAt } = item
  return (
    <li>
      <Link
        to={`/orders/${encodeURIComponent(reference)}/results`}
        className={`ring-within text-ink hover:bg-sand no-underline ${row}`}
      >
        <span className="min-w-0">
          <span className={`block wrap-anywhere ${unread ? 'font-bold' : 'font-semibold'}`}>
            {patientName}
          </span>
          {tests.length > 0 ? <span className="block wrap-anywhere">{tests.join(', ')}</span> : null}
          {withdrawn.length > 0 ? (
            <span className="block wrap-anywhere">
              {fill(copy.takenBackTests, { tests: withdrawn.join(', ') })}
            </span>
          ) : null}
          <span className="text-small text-muted block">
            {lab} · {dayAndTime(releasedAt)}
            {keptPrivate > 0 ? ` · ${plural(copy.testsKeptPrivate, keptPrivate)}` : ''}
          </span>
        </span>
        <span className="flex flex-wrap gap-2 md:justify-end">
          <Marks item={item} />
        </span>
      </Link>
    </li>
  )
}

/** The marks of a result for its doctor, each with an icon. */
function Marks({ item: { critical, takenBack, corrected, unread, acknowledged } }: { item: InboxItem }) {
  return (
    <>
      {critical ? (
        <Tag tone="warn" icon={<WarningIcon size={16} />}>
          {copy.critical}
        </Tag>
      ) : null}
      {takenBack ? (
        <Tag tone="warn" icon={<RefreshIcon size={16} />}>
          {copy.takenBack}
        </Tag>
      ) : null}
      {corrected ? (
        <Tag tone="info" icon={<RefreshIcon size={16} />}>
          {copy.corrected}
        </Tag>
      ) : unread ? (
        <Tag tone="info" icon={<InfoIcon size={16} />}>
          {copy.unread}
        </Tag>
      ) : null}
      {acknowledged ? (
        <Tag tone="ok" icon={<CheckCircleIcon size={16} />}>
          {copy.acknowledged}
        </Tag>
      ) : null}
    </>
  )
}

/** Placeholder rows of the size of results. */
export function InboxWaiting() {
  return (
    <div className={box}>
      {['a', 'b', 'c', 'd'].map((place) => (
        <div key={place} className="space-y-1 px-4 py-3 md:px-6">
          <Skeleton className="h-6 w-2/5" />
          <Skeleton className="h-6 w-4/5" />
          <Skeleton className="h-5 w-3/5" />
        </div>
      ))}
    </div>
  )
}
