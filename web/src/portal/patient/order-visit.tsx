import type { Order } from '@labalaba/contract'
import { HomeVisit } from '../../feature/visit/home-visit.tsx'
import { WhatWasLeftOut } from '../../feature/visit/left-out.tsx'
import { useOwnVisit } from '../../feature/visit/queries.ts'

type OrderVisitProps = {
  order: Order
  /** Another day is to be chosen; `again` where somebody had set off for the one before. */
  onNewDay: (again: boolean) => void
  onChanged: () => void
}

/** The home visit of an order, and what it could not take. While it is read nothing stands there. */
export function OrderVisit({ order, onNewDay, onChanged }: OrderVisitProps) {
  const visit = useOwnVisit(order.reference).data?.data
  if (!visit) return null
  const canChoose = visit.canRebook || order.may.moveVisit
  const onNewTime = canChoose ? () => onNewDay(visit.canRebook) : null
  return (
    <>
      {order.state === 'scheduled' ? <HomeVisit visit={visit} onNewDay={onNewTime} /> : null}
      <WhatWasLeftOut order={order} onNewTime={order.wantsNewTime ? onNewTime : null} onChanged={onChanged} />
    </>
  )
}
