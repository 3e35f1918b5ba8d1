import type { MoneyCase } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import { Breakable } from '../../components/breakable.tsx'
import { Button } from '../../components/button.tsx'
import { Facts } from '../../components/card.tsx'
import * as copy from '../../copy/cases.ts'
import { dayAndTime } from '../../lib/format.ts'
import type { ActName } from './act-words.ts'

const loadDialog = () => import('./act-dialog.tsx')
const ActDialog = lazy(async () => ({ default: (await loadDialog()).ActDialog }))

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
  const [asked, setAsked] = useState<ActName | null>(null)
  return (
    <div className="flex flex-wrap gap-3">
      {[...found.acts, 'close' as const].map((act) => (
        <Button
          key={act}
          wide
          look={act === 'close' && found.acts.length > 0 ? 'quiet' : 'secondary'}
          onPointerEnter={loadDialog}
          onFocus={loadDialog}
          onClick={() => setAsked(act)}
        >
          {actWords[act]}
        </Button>
      ))}
      {asked ? (
        <Suspense>
          <ActDialog
            act={asked}
            found={found}
            onClose={() => setAsked(null)}
            onDone={() => {
              setAsked(null)
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
export function CaseDetail({ found, onDone }: DetailProps) {
  const numbers = [
    ...(found.orderReference ? [{ label: copy.orderId, value: found.orderReference }] : []),
    ...(found.payment ? [{ label: copy.payment, value: found.payment }] : []),
    ...(found.subject === found.payment || found.subject === found.orderReference
      ? []
      : [{ label: subjectWords[found.kind] ?? copy.about, value: found.subject }]),
    { label: copy.found, value: dayAndTime(found.openedAt) },
    ...(found.dueAt ? [{ label: copy.dueAt, value: dayAndTime(found.dueAt) }] : []),
  ]
  const known = found.found.map(({ name, value }) => ({ label: name, value }))
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
        {known.length > 0 ? (
          <div className="lg:col-span-2">
            <h3 className="font-semibold">{copy.whatWeKnow}</h3>
            <Facts lines={known} />
          </div>
        ) : null}
      </div>
      {found.closedAt ? null : <Acts found={found} onDone={onDone} />}
    </div>
  )
}
