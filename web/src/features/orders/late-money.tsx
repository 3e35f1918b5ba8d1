import type { Order } from '@labalaba/contract'
import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CalendarIcon } from '../../components/icons.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as paymentCopy from '../../copy/order-payments.ts'
import * as copy from '../../copy/orders.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { fill, fillNodes } from '../../lib/fill.ts'
import { dayAndTime, naira } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { visitIsAhead, visitMoment } from './policy.ts'
import { keepLateOrder } from './queries.ts'

type LateMoneyProps = {
  order: Order
  /** The user wants another time for the home visit. */
  onNewDay: () => void
  /** The order has changed: read it again. */
  onChanged: () => void
}

/** The payment came too late for the order: what happened, that the money is safe, and the owner's choice. */
export function LateMoney({ order, onNewDay, onChanged }: LateMoneyProps) {
  const choosing = useAct()
  const home = order.mode === 'sampleCollection'
  const canKeep = order.lateMoney?.canKeep ?? false
  const keep = () =>
    choosing.run(async () => {
      await keepLateOrder(order.reference)
      toast.success(paymentCopy.lateKept)
      onChanged()
    })
  return (
    <Card edge as="section" labelledBy="late" className="print:hidden">
      <h2 id="late">{canKeep ? paymentCopy.lateTitle : paymentCopy.lateNewDayTitle}</h2>
      <p className="mt-2">{whatPassed(order)}</p>
      <p className="mt-2">{statusWords(order)}</p>
      {choosing.failure ? (
        <div className="mt-4">
          <NotDone failure={choosing.failure} title={copy.actFailed} offline={shared.noAnswer} />
        </div>
      ) : null}
      <div className="mt-4 grid gap-3 sm:flex sm:flex-wrap">
        {canKeep ? (
          <Button
            look="primary"
            wide
            working={choosing.working}
            workingText={shared.oneMoment}
            onClick={keep}
          >
            {paymentCopy.lateKeep}
          </Button>
        ) : null}
        {home ? (
          <Button look={canKeep ? 'secondary' : 'primary'} wide onClick={onNewDay}>
            <CalendarIcon />
            {paymentCopy.lateNewDay}
          </Button>
        ) : null}
      </div>
      <p className="text-small text-muted mt-3">
        {home ? `${paymentCopy.lateNewDayIsFree} ` : ''}
        {paymentCopy.lateCancel}
      </p>
    </Card>
  )
}

/** The money that came, and what had happened before. */
function whatPassed(order: Order): ReactNode {
  const amount = <b className="figures">{naira(order.total)}</b>
  const moment = dayAndTime(order.lateMoney?.at ?? '')
  if (order.lateMoney?.canKeep) return fillNodes(paymentCopy.lateAfterExpiry, { amount, moment })
  const words = visitIsAhead(order, new Date()) ? paymentCopy.lateVisitTaken : paymentCopy.lateVisitPassed
  return fillNodes(words, { amount, moment, visit: visitMoment(order) })
}

function statusWords(order: Order): string {
  if (!order.lateMoney?.canKeep) return paymentCopy.lateWaits
  const visit = visitMoment(order)
  return visit ? fill(paymentCopy.lateVisitStays, { visit }) : paymentCopy.lateWalkInStays
}
