import type { Order } from '@labalaba/contract'
import type { ReactNode } from 'react'
import { HomeVisit } from '../../feature/visit/home-visit.tsx'
import { WhatWasLeftOut } from '../../feature/visit/left-out.tsx'
import { PhotosTaken } from '../../feature/visit/photo/photos-taken.tsx'
import { useOwnVisit } from '../../feature/visit/queries.ts'

type OrderVisitProps = {
  order: Order
  /** Another day is to be chosen; `again` where somebody had set off for the one before. */
  onNewDay: (again: boolean) => void
  /** The way out for whoever rather has the money back. */
  giveUp: ReactNode
}

/** The home visit of an order, and what it could not take. While it is read nothing stands there. */
export function OrderVisit({ order, onNewDay, giveUp }: OrderVisitProps) {
  const visit = useOwnVisit(order.reference).data?.data
  if (!visit) return null
  const canChoose = visit.canRebook || order.may.moveVisit
  const onNewTime = canChoose ? () => onNewDay(visit.canRebook) : null
  return (
    <>
      {order.state === 'scheduled' ? <HomeVisit visit={visit} onNewDay={onNewTime} /> : null}
      <WhatWasLeftOut order={order} onNewTime={order.wantsNewTime ? onNewTime : null} giveUp={giveUp} />
      <PhotosTaken photos={visit.photos} />
    </>
  )
}
