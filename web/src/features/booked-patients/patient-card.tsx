import type { BookedPatient } from '@labalaba/contract'
import { ActDialog } from '../../components/act-dialog.tsx'
import { Breakable } from '../../components/breakable.tsx'
import { Button } from '../../components/button.tsx'
import { Card, Tag } from '../../components/card.tsx'
import { Link } from '../../components/link.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/booked-patients.ts'
import { useAct } from '../../lib/act.ts'
import { fill, fillNodes, plural } from '../../lib/fill.ts'
import { plainDay } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { consentWords } from './policy.ts'
import { askAgain, type InTheWay } from './queries.ts'

type CardProps = {
  patient: BookedPatient
  /** The label of an order's state. */
  stateOf: (state: BookedPatient['orders'][number]['state']) => {
    words: string
    tone: 'ok' | 'warn' | 'error' | 'info' | 'plain'
  }
  onAgain: (patient: BookedPatient) => void
  onRequested: () => void
}

/** A patient for whom the doctor booked: their consent, and their newest orders. */
export function PatientCard({ patient, stateOf, onAgain, onRequested }: CardProps) {
  const { id, name, email, phone, askBy, orderCount, orders } = patient
  const { tag, tone, words } = consentWords(patient)
  const asking = useAct()
  const ask = (reference: string) =>
    asking.run(async () => {
      await askAgain(reference)
      toast.success(copy.asked)
      onRequested()
    })
  return (
    <Card as="li" labelledBy={`patient-${id}`}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <h2 id={`patient-${id}`} className="heading-small wrap-anywhere">
            {name}
          </h2>
          <p className="text-small text-muted">
            {phone}
            {email ? (
              <>
                {' · '}
                <Breakable text={email} />
              </>
            ) : null}
          </p>
        </div>
        <Button wide aria-label={fill(copy.bookAgainFor, { name })} onClick={() => onAgain(patient)}>
          {copy.bookAgain}
        </Button>
      </div>
      <div className="mt-3 space-y-2">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Tag tone={tone}>{tag}</Tag>
          <span className="text-small">{words}</span>
        </p>
        <NotDone failure={asking.failure} />
        {askBy ? (
          <div className="-ml-3">
            <Button
              look="quiet"
              aria-label={asking.working ? undefined : fill(copy.askAgainFor, { name })}
              working={asking.working}
              workingText={copy.asking}
              onClick={() => ask(askBy)}
            >
              {copy.askAgain}
            </Button>
          </div>
        ) : null}
      </div>
      <ul
        className="divide-hair border-hair mt-3 divide-y border-t"
        aria-label={fill(copy.ordersFor, { name })}
      >
        {orders.map((order) => (
          <li key={order.reference} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <Link
              to={`/orders/${encodeURIComponent(order.reference)}`}
              className="flex min-h-12 min-w-0 flex-[1_1_14rem] items-center"
            >
              {plural(copy.order, order.testCount, { lab: order.lab, day: plainDay(order.createdAt) })}
            </Link>
            <Tag tone={stateOf(order.state).tone}>{stateOf(order.state).words}</Tag>
            {order.readable ? (
              <Link
                to={`/orders/${encodeURIComponent(order.reference)}/results`}
                className="flex min-h-12 items-center font-semibold"
              >
                {copy.readResults}
              </Link>
            ) : null}
          </li>
        ))}
      </ul>
      {orderCount > orders.length ? (
        <p className="text-small text-muted">
          {fillNodes(copy.newest, {
            shown: orders.length,
            orders: plural(copy.orders, orderCount),
            list: <Link to="/orders">{copy.newestList}</Link>,
          })}
        </p>
      ) : null}
    </Card>
  )
}

type AgainProps = {
  inTheWay: InTheWay
  working: boolean
  failure: unknown
  onGo: () => void
  onClose: () => void
}

/** Asks before a booking in progress is replaced by another patient's. */
export function AgainDialog({ inTheWay: { inCart, draft }, working, failure, onGo, onClose }: AgainProps) {
  return (
    <ActDialog
      title={copy.againTitle}
      onClose={onClose}
      button={copy.againStart}
      leave={copy.againKeep}
      act={{ working, failure }}
      onDo={onGo}
    >
      <p>
        {inCart > 0 ? `${plural(copy.againCart, inCart)} ` : ''}
        {draft ? `${copy.againDraft} ` : ''}
        {copy.againReplaces}
      </p>
    </ActDialog>
  )
}
