import type { MoneyCase } from '@labalaba/contract'
import { useState } from 'react'
import { Breakable } from '../../components/breakable.tsx'
import { Tag } from '../../components/card.tsx'
import { AlertIcon, ChevronDownIcon } from '../../components/icons.tsx'
import { Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/cases.ts'
import * as shared from '../../copy/shared.ts'
import { fill } from '../../lib/fill.ts'
import { naira } from '../../lib/format.ts'
import { CaseDetail } from './case-detail.tsx'
import { deadlineOf, shortMoment } from './policy.ts'

const box = 'rounded-card border-hair bg-card shadow-soft divide-hair divide-y overflow-hidden border'
const grid =
  'grid w-full grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 px-4 py-3 text-left lg:items-center lg:grid-cols-[minmax(0,1fr)_12.5rem_7rem_18rem_1.25rem]'

function Due({ found, now }: { found: MoneyCase; now: Date }) {
  const due = found.closedAt === null ? deadlineOf(found.dueAt, now) : null
  if (!due) {
    return (
      <span className="text-muted">
        {found.closedAt
          ? fill(copy.closedAt, { moment: shortMoment(found.closedAt) })
          : fill(copy.openSince, { moment: shortMoment(found.openedAt) })}
      </span>
    )
  }
  return due.urgent ? (
    <Tag tone="error" icon={<AlertIcon size={16} />}>
      <span className="whitespace-normal">{due.words}</span>
    </Tag>
  ) : (
    <span className="text-muted">{due.words}</span>
  )
}

type RowProps = { found: MoneyCase; open: boolean; now: Date; onToggle: () => void; onDone: () => void }

/** One case: one line on a desktop, three on a phone. Pressing it opens the details below. */
function Row({ found, open, now, onToggle, onDone }: RowProps) {
  const panel = `case-${found.id}`
  return (
    <li>
      <h2 className="font-body text-body font-normal text-wrap">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={panel}
          onClick={onToggle}
          className={`${grid} ring-within hover:bg-sand min-h-row ${open ? 'bg-sand' : ''}`}
        >
          <span className="font-semibold">{found.title}</span>
          <span className="text-muted order-3 col-span-2 lg:order-none lg:col-span-1">
            <span className="sr-only">{shared.order} </span>
            <Breakable text={found.orderReference ?? found.subject} />
          </span>
          <span className="figures text-right font-semibold">
            {found.amount === null ? '' : naira(found.amount)}
          </span>
          <span className="order-4 lg:order-none">
            <Due found={found} now={now} />
          </span>
          <ChevronDownIcon
            className={`order-5 self-center justify-self-end lg:order-none ${open ? 'rotate-180' : ''}`}
          />
        </button>
      </h2>
      <div id={panel} hidden={!open}>
        {open ? <CaseDetail found={found} onDone={onDone} /> : null}
      </div>
    </li>
  )
}

type ListProps = {
  cases: readonly MoneyCase[]
  isTurning: boolean
  now: Date
  /** A case was changed: read the cases again. */
  onDone: () => void
}

/** Cases by their deadline; at most one is open. */
export function CaseList({ cases, isTurning, now, onDone }: ListProps) {
  const [open, setOpen] = useState<number | null>(null)
  return (
    <ul className={`${box} ${isTurning ? 'opacity-60' : ''}`}>
      {cases.map((found) => (
        <Row
          key={found.id}
          found={found}
          open={found.id === open}
          now={now}
          onToggle={() => setOpen(found.id === open ? null : found.id)}
          onDone={onDone}
        />
      ))}
    </ul>
  )
}

/** Placeholder rows of the size of cases. */
export function CasesWaiting() {
  return (
    <div className={box}>
      {['a', 'b', 'c', 'd'].map((place) => (
        <div key={place} className={grid}>
          <Skeleton className="h-5 w-4/5" />
          <Skeleton className="order-3 col-span-2 h-5 w-2/5 lg:order-none lg:col-span-1 lg:w-full" />
          <Skeleton className="h-5 w-20" />
          <Skeleton className="order-4 h-5 w-full lg:order-none" />
        </div>
      ))}
    </div>
  )
}
