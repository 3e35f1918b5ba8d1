import type { MoneyCase } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import { Breakable } from '../../components/breakable.tsx'
import { Button } from '../../components/button.tsx'
import { Facts, Tag } from '../../components/card.tsx'
import { ChevronDownIcon } from '../../components/first-icons.tsx'
import { AlertIcon } from '../../components/icons.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import * as copy from '../../copy/cases.ts'
import * as shared from '../../copy/shared.ts'
import { fill } from '../../lib/fill.ts'
import { dayAndTime, naira } from '../../lib/format.ts'
import type { ActName } from './act-words.ts'
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
    <SkeletonRows
      count={4}
      className={box}
      row={grid}
      lines={[
        'h-5 w-4/5',
        'order-3 col-span-2 h-5 w-2/5 lg:order-none lg:col-span-1 lg:w-full',
        'h-5 w-20',
        'order-4 h-5 w-full lg:order-none',
      ]}
    />
  )
}

const loadDialog = () => import('./act-dialog.tsx')
const CaseActDialog = lazy(async () => ({ default: (await loadDialog()).CaseActDialog }))

/** Compares Paystack's data with ours, fact by fact. */
function Sides({ sides }: Pick<MoneyCase, 'sides'>) {
  if (sides.length === 0) return null
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">{copy.sidesCaption}</caption>
      <thead>
        <tr className="border-ink border-b text-left align-bottom">
          <th scope="col" className="w-3/10 py-2 pr-3 font-semibold">
            {copy.fact}
          </th>
          <th scope="col" className="py-2 pr-3 font-semibold">
            {copy.paystackSays}
          </th>
          <th scope="col" className="py-2 font-semibold">
            {copy.weSay}
          </th>
        </tr>
      </thead>
      <tbody>
        {sides.map(({ fact, paystack, ours }) => (
          <tr key={fact} className="border-hair border-b align-top last:border-0">
            <th scope="row" className="text-muted py-2 pr-3 text-left font-normal">
              {fact}
            </th>
            <td className="py-2 pr-3 break-words tabular-nums">{paystack ?? <Nothing />}</td>
            <td className="py-2 break-words tabular-nums">{ours ?? <Nothing />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Nothing() {
  return (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{copy.nothing}</span>
    </span>
  )
}

const actWords: Readonly<Record<ActName, string>> = {
  give_back: copy.actGiveBack,
  retry: copy.actRetry,
  release: copy.actRelease,
  as_credit: copy.actAsCredit,
  bank_details: copy.actBankDetails,
  returned_outside: copy.actReturnedOutside,
  cancel_booking: copy.cancelTheBooking,
  give_up_samples: copy.actGiveUp,
  answer: copy.actAnswer,
  close: copy.actClose,
}

type DetailProps = { found: MoneyCase; onDone: () => void }

/** The possible acts on a case; each asks for confirmation. */
function Acts({ found, onDone }: DetailProps) {
  const [chosen, setChosen] = useState<ActName | null>(null)
  return (
    <div className="flex flex-wrap gap-3">
      {[...found.acts, 'close' as const].map((act) => (
        <Button
          key={act}
          wide
          look={act === 'close' && found.acts.length > 0 ? 'quiet' : 'secondary'}
          onPointerEnter={loadDialog}
          onFocus={loadDialog}
          onClick={() => setChosen(act)}
        >
          {actWords[act]}
        </Button>
      ))}
      {chosen ? (
        <Suspense>
          <CaseActDialog
            act={chosen}
            found={found}
            onClose={() => setChosen(null)}
            onDone={() => {
              setChosen(null)
              onDone()
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

const subjectWords: Readonly<Record<string, string>> = {
  dispute: copy.subjectDispute,
  refund_stuck: copy.subjectRefund,
  refund_failed: copy.subjectRefund,
  refund_unknown: copy.subjectRefund,
}

/** All data of a case, and what to do about it. */
function CaseDetail({ found, onDone }: DetailProps) {
  const numbers = [
    ...(found.orderReference ? [{ label: copy.orderId, value: found.orderReference }] : []),
    ...(found.payment ? [{ label: copy.payment, value: found.payment }] : []),
    ...(found.subject === found.payment || found.subject === found.orderReference
      ? []
      : [{ label: subjectWords[found.kind] ?? copy.about, value: found.subject }]),
    { label: copy.found, value: dayAndTime(found.openedAt) },
    ...(found.dueAt ? [{ label: copy.dueAt, value: dayAndTime(found.dueAt) }] : []),
  ]
  const facts = found.found.map(({ name, value }) => ({ label: name, value }))
  return (
    <div className="border-indigo space-y-6 border-l-4 p-4 lg:p-6">
      {found.closedAt ? (
        <div className="max-w-words">
          <h3 className="font-semibold">{copy.whatWasDone}</h3>
          <p>{found.closeNote}</p>
        </div>
      ) : (
        <div className="max-w-words">
          <h3 className="font-semibold">{copy.whatToDo}</h3>
          <p>{found.whatToDo}</p>
        </div>
      )}
      <div className="grid items-start gap-x-12 gap-y-6 lg:grid-cols-2">
        <Sides sides={found.sides} />
        <Facts lines={numbers.map(({ label, value }) => ({ label, value: <Breakable text={value} /> }))} />
        {facts.length > 0 ? (
          <div className="lg:col-span-2">
            <h3 className="font-semibold">{copy.whatWeKnow}</h3>
            <Facts lines={facts} />
          </div>
        ) : null}
      </div>
      {found.closedAt ? null : <Acts found={found} onDone={onDone} />}
    </div>
  )
}
