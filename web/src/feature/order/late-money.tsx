import type { Order } from '@labalaba/contract'
import { useAct } from '../../lib/act.ts'
import { failureWords, isOffline } from '../../lib/api.ts'
import { dayAndTime, naira } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CalendarIcon } from '../../ui/icons.tsx'
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
      toast.success('Your booking is kept')
      onChanged()
    })
  return (
    <Card edge as="section" labelledBy="late" className="print:hidden">
      <h2 id="late">{canKeep ? 'Keep this booking?' : 'Choose a new day for the visit'}</h2>
      <p className="mt-2">
        <b className="figures">{naira(order.total)}</b> came on {dayAndTime(order.lateMoney?.at ?? '')},{' '}
        {whatPassed(order)} Your money is safe.
      </p>
      <p className="mt-2">{standsWords(order)}</p>
      {keeping.failure ? (
        <div className="mt-4">
          <Banner tone={isOffline(keeping.failure) ? 'warn' : 'error'} title="That did not work" announce>
            <p>
              {isOffline(keeping.failure)
                ? 'No answer came. Your network may have dropped.'
                : failureWords(keeping.failure)}
            </p>
          </Banner>
        </div>
      ) : null}
      <div className="mt-4 grid gap-3 sm:flex sm:flex-wrap">
        {canKeep ? (
          <Button look="primary" wide working={keeping.working} workingText="One moment…" onClick={keep}>
            Keep this booking
          </Button>
        ) : null}
        {home ? (
          <Button look={canKeep ? 'secondary' : 'primary'} wide onClick={onNewDay}>
            <CalendarIcon />
            Choose a new day and time
          </Button>
        ) : null}
      </div>
      <p className="text-small text-muted mt-3">
        {home ? 'A new day costs nothing more. ' : ''}You can also cancel the booking, further down, and have
        your money back.
      </p>
    </Card>
  )
}

function whatPassed(order: Order): string {
  if (order.lateMoney?.canKeep) return 'after the booking had expired.'
  return visitIsAhead(order, new Date())
    ? `when others had taken the time of the home visit (${visitMoment(order)}).`
    : `after the time of the home visit (${visitMoment(order)}). Nobody came, and no sample was taken.`
}

function standsWords(order: Order): string {
  if (!order.lateMoney?.canKeep) return 'Nothing happens until you choose.'
  const visit = visitMoment(order)
  return visit
    ? `We have brought the booking back. The home visit stands for ${visit}, unless you choose otherwise.`
    : 'We have brought the booking back. The lab expects the patient, in its opening hours.'
}
