import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { ClockIcon, RefreshIcon, ShieldIcon, WaitingIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/payments.ts'
import { fill } from '../../lib/fill.ts'
import { naira } from '../../lib/format.ts'

type CheckingProps = {
  /** Naira; null until the first response. */
  amount: number | null
  /** Checked for about two minutes; paused now. */
  resting: boolean
  /** The last check got no response. */
  offline: boolean
  onAgain: () => void
}

/** The bank has not decided yet. Tells the payer not to pay twice. */
export function Checking({ amount, resting, offline, onAgain }: CheckingProps) {
  const waiting = amount === null ? copy.checkingMoney : fill(copy.checkingAmount, { amount: naira(amount) })
  return (
    <div className="space-y-6">
      <Card edge>
        <ClockIcon size={48} className={`text-indigo ${resting ? '' : 'motion-breathe'}`} />
        <h1 className="mt-4">{copy.checkingTitle}</h1>
        <p role="status" className="mt-3">
          {offline ? copy.checkingOffline : resting ? copy.checkingResting : waiting}
        </p>
        {resting ? (
          <div className="mt-4">
            <Button look="primary" wide onClick={onAgain}>
              <RefreshIcon />
              {copy.checkAgain}
            </Button>
          </div>
        ) : null}
      </Card>
      <section aria-labelledby="safe" className="space-y-3">
        <h2 id="safe" className="heading-small">
          {copy.safeTitle}
        </h2>
        <p className="flex items-start gap-3">
          <ShieldIcon className="text-indigo mt-0.5 md:mt-1" />
          <span>{copy.safeText}</span>
        </p>
        <p className="flex items-start gap-3">
          <WaitingIcon className="text-indigo mt-0.5 md:mt-1" />
          <span>{copy.safeToClose}</span>
        </p>
      </section>
      {resting ? (
        <Banner>
          <p>{copy.closedUnpaid}</p>
        </Banner>
      ) : null}
    </div>
  )
}
