import { formatVisitTime, type Order } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { StillNeeded } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/home-visits.ts'
import * as shared from '../../copy/shared.ts'
import { useRefreshedSlots } from '../../features/checkout/queries.ts'
import { type Moment, VisitMoment } from '../../features/checkout/visit-moment.tsx'
import { rebook } from '../../features/home-visits/queries.ts'
import { moveOrderVisit } from '../../features/orders/queries.ts'
import { useAct } from '../../lib/act.ts'
import { fill, fillNodes } from '../../lib/fill.ts'
import { longDay } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'

type NewVisitProps = {
  order: Order
  /** A phlebotomist had set off for the previous visit. */
  again?: boolean
  onMoved: () => void
  onClose: () => void
}

/** Another day and time for a home visit. It costs nothing more. */
export function NewVisit({ order, again = false, onMoved, onClose }: NewVisitProps) {
  const [moment, setMoment] = useState<Moment>({ day: '', time: '' })
  const moving = useAct()
  const cache = useQueryClient()
  const isFree = moment.day !== '' && moment.time !== ''
  const missing = [...(moment.day === '' ? [copy.newVisitDay] : []), ...(isFree ? [] : [copy.newVisitTime])]
  const refreshSlots = useRefreshedSlots()
  const address = order.collectionAddress ?? ''
  const move = () =>
    moving.run(async () => {
      await (again ? rebook : moveOrderVisit)(order.reference, moment).finally(refreshSlots)
      void cache.invalidateQueries({ queryKey: ['visit', order.reference] })
      toast.success(copy.newVisitDone)
      onMoved()
    })
  return (
    <Dialog
      title={copy.newVisitTitle}
      wide
      onClose={onClose}
      actions={
        <>
          <div className="basis-full">
            <StillNeeded id="visit-needed" missing={missing} />
          </div>
          <Button onClick={onClose}>{shared.cancel}</Button>
          <div className="grow sm:grow-0">
            <Button
              look="primary"
              wide
              disabled={missing.length > 0}
              working={moving.working}
              workingText={shared.oneMoment}
              aria-describedby="visit-needed"
              onClick={move}
            >
              {copy.bookThisTime}
            </Button>
          </div>
        </>
      }
    >
      <NotDone failure={moving.failure} title={copy.newVisitFailed} offline={copy.noAnswerTryAgain} />
      <p>
        {isFree
          ? fillNodes(copy.newVisitAt, {
              address,
              moment: (
                <b>
                  {longDay(moment.day)} {formatVisitTime(moment.time)}
                </b>
              ),
            })
          : fill(copy.newVisitTo, { address })}
      </p>
      <VisitMoment
        slotQuery={{
          lab: order.labSlug,
          location: order.place.address,
          tests: order.tests.map(({ name }) => name),
          place: order.collectionPlace,
        }}
        moment={moment}
        paid={order.paidAt !== null}
        onChosen={(change) => setMoment((before) => ({ ...before, ...change }))}
      />
    </Dialog>
  )
}
