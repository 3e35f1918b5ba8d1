import type { Order } from '@labalaba/contract'
import { useEffect, useState } from 'react'
import { useAct } from '../../lib/act.ts'
import { failureWords, isOffline } from '../../lib/api.ts'
import { dayAndTime } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import type { ReadyLink } from './pay-or-share.tsx'
import { freshLink, stopOrderLink } from './queries.ts'

type OwnLinkProps = {
  order: Order
  onLink: (link: ReadyLink) => void
  /** The order has changed: read it again. */
  onChanged: () => void
}

function useDeeds({ order, onLink, onChanged }: OwnLinkProps) {
  const act = useAct()
  const [deed, setDeed] = useState<'stop' | 'renew'>('stop')
  const does = (kind: typeof deed, work: () => Promise<void>) => () => {
    setDeed(kind)
    act.run(work)
  }
  return {
    failure: act.failure,
    stopping: act.working && deed === 'stop',
    renewing: act.working && deed === 'renew',
    stop: does('stop', async () => {
      const until = await stopOrderLink(order.reference)
      toast.success(`The payment link is stopped. The booking waits until ${dayAndTime(until)}.`)
      onChanged()
    }),
    renew: does('renew', async () => {
      const link = await freshLink(order.reference)
      onLink({ ...link, showTests: order.showTests, renewed: true })
      onChanged()
    }),
  }
}

/** An active payment link: until when it works, and buttons to stop or replace it. */
export function OwnLink(props: OwnLinkProps) {
  const { order } = props
  const deeds = useDeeds(props)
  const [asked, setAsked] = useState(false)
  useEffect(() => {
    if (!asked) return
    const timer = setTimeout(() => setAsked(false), 8000)
    return () => clearTimeout(timer)
  }, [asked])
  if (order.link?.state !== 'active') return null
  return (
    <div className="border-hair mt-4 border-t pt-4">
      <p role="status">
        {asked
          ? 'Whoever has the link can no longer pay with it. The booking then waits for its payment until 24 hours after it was made, and at least one more hour.'
          : `The payment link works until ${dayAndTime(order.link.expiresAt)}. A new one works for three days, and the old one stops.`}
      </p>
      {deeds.failure ? (
        <div className="mt-3">
          <Banner tone={isOffline(deeds.failure) ? 'warn' : 'error'} title="That did not work" announce>
            <p>
              {isOffline(deeds.failure)
                ? 'No answer came. Your network may have dropped.'
                : failureWords(deeds.failure)}
            </p>
          </Banner>
        </div>
      ) : null}
      <div className={`mt-2 flex flex-wrap gap-x-1 gap-y-3 ${asked ? '' : '-ml-3'}`}>
        {asked ? null : (
          <Button look="quiet" working={deeds.renewing} workingText="Making the link…" onClick={deeds.renew}>
            New link
          </Button>
        )}
        <Button
          look={asked ? 'danger' : 'quiet'}
          working={deeds.stopping}
          workingText="Stopping it…"
          onClick={() => (asked ? deeds.stop() : setAsked(true))}
        >
          {asked ? 'Yes, stop it' : 'Stop this link'}
        </Button>
        {asked ? (
          <Button look="quiet" onClick={() => setAsked(false)}>
            Keep it
          </Button>
        ) : null}
      </div>
    </div>
  )
}
