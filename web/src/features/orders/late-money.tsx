import type { Order } from '@labalaba/contract'
import type { ReactNode } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CalendarIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/orders.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { failureWords, isOffline } from '../../lib/api.ts'
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
  const keeping = useAct()
  const home = order.mode === 'sampleCollection'
  const canKeep = order.lateMoney?.canKeep ?? false
  const keep = () =>
    keeping.run(async () => {
      await keepLateOrder(order.reference)
      toast.success(copy.lateKept)
      onChanged()
    })
  return (
    <Card edge as="section" labelledBy="late" className="print:hidden">
      <h2 id="late">{canKeep ? copy.lateTitle : copy.lateNewDayTitle}</h2>
      <p className="mt-2">{whatPassed(order)}</p>
      <p className="mt-2">{standsWords(order)}</p>
      {keeping.failure ? (
        <div className="mt-4">
          <Banner tone={isOffline(keeping.failure) ? 'warn' : 'error'} title={copy.actFailed} announce>
            <p>{isOffline(keeping.failure) ? shared.noAnswer : failureWords(keeping.failure)}</p>
          </Banner>
        </div>
      ) : null}
      <div className="mt-4 grid gap-3 sm:flex sm:flex-wrap">
        {canKeep ? (
          <Button look="primary" wide working={keeping.working} workingText={shared.oneMoment} onClick={keep}>
            {copy.lateKeep}
          </Button>
        ) : null}
        {home ? (
          <Button look={canKeep ? 'secondary' : 'primary'} wide onClick={onNewDay}>
            <CalendarIcon />
            {copy.lateNewDay}
          </Button>
        ) : null}
      </div>
      <p className="text-small text-muted mt-3">
        {home ? `${copy.lateNewDayIsFree} ` : ''}
        {copy.lateCancel}
      </p>
    </Card>
  )
}

/** The money that came, and what had happened before. */
function whatPassed(order: Order): ReactNode {
  const amount = <b className="figures">{naira(order.total)}</b>
  const moment = dayAndTime(order.lateMoney?.at ?? '')
  if (order.lateMoney?.canKeep) return fillNodes(copy.lateAfterExpiry, { amount, moment })
  const words = visitIsAhead(order, new Date()) ? copy.lateVisitTaken : copy.lateVisitPassed
  return fillNodes(words, { amount, moment, visit: visitMoment(order) })
}

function standsWords(order: Order): string {
  if (!order.lateMoney?.canKeep) return copy.lateWaits
  const visit = visitMoment(order)
  return visit ? fill(copy.lateVisitStays, { visit }) : copy.lateWalkInStays
}
