import type { Order } from '@labalaba/contract'
import { useState } from 'react'
import { freeTimes } from '../../feature/booking/rules.ts'
import { type Moment, VisitMoment } from '../../feature/booking/visit-moment.tsx'
import { moveOrderVisit } from '../../feature/order/queries.ts'
import { useAct } from '../../lib/act.ts'
import { failureWords, isOffline } from '../../lib/api.ts'
import { clockTime, longDay } from '../../lib/format.ts'
import { longestFast } from '../../lib/preparation.ts'
import { toast } from '../../lib/toast.ts'
import { Banner, StillNeeded } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

type NewVisitProps = { order: Order; onMoved: () => void; onClose: () => void }

/** Another day and time for a home visit. It costs nothing more. */
export function NewVisit({ order, onMoved, onClose }: NewVisitProps) {
  const [now] = useState(() => new Date())
  const [moment, setMoment] = useState<Moment>({ day: '', time: '' })
  const moving = useAct()
  const isFree = moment.day !== '' && freeTimes(moment.day, now).includes(moment.time)
  const missing = [...(moment.day === '' ? ['a day'] : []), ...(isFree ? [] : ['a time'])]
  const move = () =>
    moving.run(async () => {
      await moveOrderVisit(order.reference, moment)
      toast.success('The home visit has a new time')
      onMoved()
    })
  return (
    <Dialog
      title="Choose a new day and time"
      wide
      onClose={onClose}
      actions={
        <>
          <div className="basis-full">
            <StillNeeded id="visit-needed" missing={missing} />
          </div>
          <Button onClick={onClose}>Cancel</Button>
          <div className="grow sm:grow-0">
            <Button
              look="primary"
              wide
              disabled={missing.length > 0}
              working={moving.working}
              workingText="One moment…"
              aria-describedby="visit-needed"
              onClick={move}
            >
              Book this time
            </Button>
          </div>
        </>
      }
    >
      {moving.failure ? (
        <Banner tone={isOffline(moving.failure) ? 'warn' : 'error'} title="The time was not changed" announce>
          <p>
            {isOffline(moving.failure)
              ? 'No answer came. Your network may have dropped. You can try again.'
              : failureWords(moving.failure)}
          </p>
        </Banner>
      ) : null}
      <p>
        A phlebotomist comes to {order.collectionAddress}
        {isFree ? (
          <>
            {' '}
            on{' '}
            <b>
              {longDay(moment.day)} at {clockTime(moment.time)}
            </b>
          </>
        ) : null}
        . It costs nothing more.
      </p>
      <VisitMoment
        moment={moment}
        onChosen={(change) => setMoment((before) => ({ ...before, ...change }))}
        now={now}
        fast={longestFast(order.tests)}
      />
    </Dialog>
  )
}
