import { type Order, type OwnVisit, photoDays } from '@labalaba/contract'
import type { ReactNode } from 'react'
import { Card } from '../../components/card.tsx'
import { WarningIcon } from '../../components/icons.tsx'
import * as visitCopy from '../../copy/home-visits.ts'
import * as copy from '../../copy/orders.ts'
import { HomeVisit, MissedSpecimens, NobodyCame } from '../../features/home-visits/home-visit.tsx'
import { useOwnVisit } from '../../features/home-visits/queries.ts'
import { nowhereWords } from '../../features/orders/next-words.ts'
import { plural } from '../../lib/fill.ts'

type OrderVisitProps = {
  order: Order
  /** Another day must be chosen; `again` if a phlebotomist had set off for the previous visit. */
  onNewDay: (again: boolean) => void
  /** The alternative for a patient who prefers a refund. */
  giveUp: ReactNode
}

/**
 * The home visit of an order, whether no phlebotomist can come, and its missed specimens. Renders nothing while it
 * loads.
 */
export function OrderVisit({ order, onNewDay, giveUp }: OrderVisitProps) {
  const query = useOwnVisit(order.reference).data
  const visit = query?.data
  const isNowhere = order.progress.next === 'nobody_goes'
  const canChoose = !isNowhere && (visit?.canRebook || order.may.moveVisit)
  const onNewTime = canChoose ? () => onNewDay(visit?.canRebook ?? false) : null
  return (
    <>
      {isNowhere ? <NobodyGoes order={order} /> : null}
      {query && !visit && order.progress.next === 'overdue' ? (
        <NobodyCame wasSent={false} onNewDay={onNewTime} />
      ) : null}
      {visit && !isNowhere && order.state === 'scheduled' ? (
        <HomeVisit visit={visit} onNewDay={onNewTime} />
      ) : null}
      {visit ? (
        <MissedSpecimens order={order} onNewTime={order.wantsNewTime ? onNewTime : null} giveUp={giveUp} />
      ) : null}
      {visit ? <PhotosTaken photos={visit.photos} /> : null}
    </>
  )
}

/** None of our phlebotomists covers the patient's area any more: the patient's options, and how much money is refunded. */
function NobodyGoes({ order }: { order: Order }) {
  const [why, ...ways] = nowhereWords(order)
  return (
    <Card edge as="section" labelledBy="visit" className="print:hidden">
      <h2 id="visit" className="heading-small flex items-center gap-3">
        <WarningIcon className="text-warn" />
        {copy.nowhereTitle}
      </h2>
      <p className="mt-2">
        {why} {copy.nowhereSafe}
      </p>
      <ul className="mt-3 list-disc space-y-1 pl-5">
        {ways.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <p className="text-muted mt-3">{copy.nowhereLater}</p>
    </Card>
  )
}

/** For the account that booked: that photos were taken, who sees them and until when; nothing if there are none. */
function PhotosTaken({ photos }: Pick<OwnVisit, 'photos'>) {
  if (!photos) return null
  return (
    <p className="text-muted max-w-words">
      {plural(visitCopy.photosTaken, photos.taken)}{' '}
      {photos.isKept
        ? plural(visitCopy.photosTakenKept, photos.taken, { days: photoDays })
        : plural(visitCopy.photosTakenDeleted, photos.taken)}
    </p>
  )
}
