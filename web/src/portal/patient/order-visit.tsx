import type { Order } from '@labalaba/contract'
import { HomeVisit } from '../../feature/visit/home-visit.tsx'
import { useOwnVisit } from '../../feature/visit/queries.ts'

type OrderVisitProps = {
  order: Order
  /** Another day is to be chosen; `again` where somebody had set off for the one before. */
  onNewDay: (again: boolean) => void
}

/** The home visit of an order that waits for its sample. While it is read nothing stands there. */
export function OrderVisit({ order, onNewDay }: OrderVisitProps) {
  const visit = useOwnVisit(order.reference).data?.data
  if (!visit) return null
  const canChoose = visit.canRebook || order.may.moveVisit
  return <HomeVisit visit={visit} onNewDay={canChoose ? () => onNewDay(visit.canRebook) : null} />
}
