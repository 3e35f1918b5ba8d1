import type { Order } from '@labalaba/contract'
import { useEffect, useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import * as copy from '../../copy/orders.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { failureWords, isOffline } from '../../lib/api.ts'
import { fill } from '../../lib/fill.ts'
import { dayAndTime } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
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
      toast.success(fill(copy.linkStopped, { moment: dayAndTime(until) }))
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
        {asked ? copy.linkStopHint : fill(copy.linkWorksUntil, { moment: dayAndTime(order.link.expiresAt) })}
      </p>
      {deeds.failure ? (
        <div className="mt-3">
          <Banner tone={isOffline(deeds.failure) ? 'warn' : 'error'} title={copy.actFailed} announce>
            <p>{isOffline(deeds.failure) ? shared.noAnswer : failureWords(deeds.failure)}</p>
          </Banner>
        </div>
      ) : null}
      <div className={`mt-2 flex flex-wrap gap-x-1 gap-y-3 ${asked ? '' : '-ml-3'}`}>
        {asked ? null : (
          <Button look="quiet" working={deeds.renewing} workingText={copy.linkMaking} onClick={deeds.renew}>
            {copy.linkNew}
          </Button>
        )}
        <Button
          look={asked ? 'danger' : 'quiet'}
          working={deeds.stopping}
          workingText={copy.linkStopping}
          onClick={() => (asked ? deeds.stop() : setAsked(true))}
        >
          {asked ? copy.linkStopYes : copy.linkStop}
        </Button>
        {asked ? (
          <Button look="quiet" onClick={() => setAsked(false)}>
            {copy.linkStopNo}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
