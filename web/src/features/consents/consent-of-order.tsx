import { ConsentCard } from './consent-card.tsx'
import { useConsents } from './queries.ts'

/** Shown with the results of an order that a doctor booked: whether that doctor may read them. Nothing for other orders. */
export function ConsentOfOrder({ reference }: { reference: string }) {
  const query = useConsents()
  const consent = query.data?.data.find(({ orders }) => orders.includes(reference))
  return consent ? <ConsentCard consent={consent} onChanged={() => void query.refetch()} /> : null
}
