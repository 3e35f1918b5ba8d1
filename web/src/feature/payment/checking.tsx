import { naira } from '../../lib/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ClockIcon, RefreshIcon, ShieldIcon, WaitingIcon } from '../../ui/icons.tsx'

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
  const sum = amount === null ? 'the money' : naira(amount)
  return (
    <div className="space-y-6">
      <Card edge>
        <ClockIcon size={48} className={`text-indigo ${resting ? '' : 'motion-breathe'}`} />
        <h1 className="mt-4">We are checking with your bank. Do not pay again.</h1>
        <p role="status" className="mt-3">
          {offline
            ? 'We cannot reach our server from this phone just now. We keep trying.'
            : resting
              ? 'Your bank has not answered yet. That happens, and you need not wait here.'
              : `Your bank may already have taken ${sum}. The answer usually comes within two minutes.`}
        </p>
        {resting ? (
          <div className="mt-4">
            <Button look="primary" wide onClick={onAgain}>
              <RefreshIcon />
              Check again
            </Button>
          </div>
        ) : null}
      </Card>
      <section aria-labelledby="safe" className="space-y-3">
        <h2 id="safe" className="heading-small">
          Is my money safe?
        </h2>
        <p className="flex items-start gap-3">
          <ShieldIcon className="text-indigo mt-0.5 md:mt-1" />
          <span>Yes. If your bank took the money, it pays for your order. If not, it stays with you.</span>
        </p>
        <p className="flex items-start gap-3">
          <WaitingIcon className="text-indigo mt-0.5 md:mt-1" />
          <span>You can close this page. We go on checking, and send a receipt by mail when it is paid.</span>
        </p>
      </section>
      {resting ? (
        <Banner>
          <p>
            Did you close the payment page without paying? Then nothing was taken, and you can pay from the
            order.
          </p>
        </Banner>
      ) : null}
    </div>
  )
}
