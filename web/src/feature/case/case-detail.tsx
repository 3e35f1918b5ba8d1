import type { MoneyCase } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import { dayAndTime } from '../../lib/format.ts'
import { Breakable } from '../../ui/breakable.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/card.tsx'
import type { ActName } from './act-words.ts'

const loadDialog = () => import('./act-dialog.tsx')
const ActDialog = lazy(async () => ({ default: (await loadDialog()).ActDialog }))

/** Compares Paystack's data with ours, fact by fact. */
function Sides({ sides }: Pick<MoneyCase, 'sides'>) {
  if (sides.length === 0) return null
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">What each side says</caption>
      <thead>
        <tr className="border-ink border-b text-left align-bottom">
          <th scope="col" className="w-3/10 py-2 pr-3 font-semibold">
            Fact
          </th>
          <th scope="col" className="py-2 pr-3 font-semibold">
            Paystack says
          </th>
          <th scope="col" className="py-2 font-semibold">
            We say
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
      <span className="sr-only">Nothing</span>
    </span>
  )
}

const actWords: Readonly<Record<ActName, string>> = {
  give_back: 'Give the money back',
  retry: 'Try the refund again',
  release: 'Let it pay the order',
  as_credit: 'Give it as credit',
  bank_details: 'Give bank details',
  returned_outside: 'It went back outside',
  cancel_booking: 'Cancel the booking',
  give_up_samples: 'Give up what is awaited',
  answer: 'Answer the bank',
  close: 'Close with a note',
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
  dispute: 'Dispute',
  refund_stuck: 'Refund',
  refund_failed: 'Refund',
  refund_unknown: 'Refund',
}

/** All data of a case, and what to do about it. */
export function CaseDetail({ found, onDone }: DetailProps) {
  const numbers = [
    ...(found.orderReference ? [{ label: 'Order id', value: found.orderReference }] : []),
    ...(found.payment ? [{ label: 'Payment', value: found.payment }] : []),
    ...(found.subject === found.payment || found.subject === found.orderReference
      ? []
      : [{ label: subjectWords[found.kind] ?? 'About', value: found.subject }]),
    { label: 'Found', value: dayAndTime(found.openedAt) },
    ...(found.dueAt ? [{ label: 'Due', value: dayAndTime(found.dueAt) }] : []),
  ]
  const known = found.found.map(({ name, value }) => ({ label: name, value }))
  return (
    <div className="border-indigo space-y-6 border-l-4 p-4 lg:p-6">
      {found.closedAt ? (
        <div className="max-w-words">
          <h3 className="font-semibold">What was done</h3>
          <p>{found.closeNote}</p>
        </div>
      ) : (
        <div className="max-w-words">
          <h3 className="font-semibold">What to do</h3>
          <p>{found.whatToDo}</p>
        </div>
      )}
      <div className="grid items-start gap-x-12 gap-y-6 lg:grid-cols-2">
        <Sides sides={found.sides} />
        <Facts lines={numbers.map(({ label, value }) => ({ label, value: <Breakable text={value} /> }))} />
        {known.length > 0 ? (
          <div className="lg:col-span-2">
            <h3 className="font-semibold">What we have in hand</h3>
            <Facts lines={known} />
          </div>
        ) : null}
      </div>
      {found.closedAt ? null : <Acts found={found} onDone={onDone} />}
    </div>
  )
}
