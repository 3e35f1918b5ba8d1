import type { Order } from '@labalaba/contract'
import { useState } from 'react'
import { useAct } from '../../lib/act.ts'
import { ApiFailure, failureWords, isOffline } from '../../lib/api.ts'
import { leaveToPay, useCameBack } from '../../lib/checkout.ts'
import { dayAndTime, naira } from '../../lib/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { BankCardIcon, ChainIcon } from '../../ui/icons.tsx'
import { readyLink, startPayment } from './queries.ts'

export type ReadyLink = { url: string; expiresAt: string; showTests: boolean }

type PayOrShareProps = {
  order: Order
  onLink: (link: ReadyLink) => void
  /** The order is no longer what it was: read it again. */
  onChanged: () => void
}

const changed = new Set(['already_paid', 'order_not_payable'])

function useDeeds({ order, onLink, onChanged }: PayOrShareProps) {
  const act = useAct()
  const [deed, setDeed] = useState<'pay' | 'link'>('pay')
  const [leaving, setLeaving] = useState(false)
  const [showTests, setShowTests] = useState(order.showTests)
  useCameBack(() => {
    setLeaving(false)
    onChanged()
  })
  const start = (kind: typeof deed, work: () => Promise<void>) => {
    setDeed(kind)
    act.run(async () => {
      try {
        await work()
      } catch (thrown) {
        if (thrown instanceof ApiFailure && changed.has(thrown.code)) onChanged()
        throw thrown
      }
    })
  }
  return {
    failure: act.failure,
    showTests,
    setShowTests,
    paying: leaving || (act.working && deed === 'pay'),
    linking: act.working && deed === 'link',
    pay: () =>
      start('pay', async () => {
        const url = await startPayment(order.reference)
        setLeaving(true)
        leaveToPay(url, order.reference)
      }),
    link: () =>
      start('link', async () => onLink({ ...(await readyLink(order.reference, showTests)), showTests })),
  }
}

/** The order waits for its payment: pay it now, or let somebody else. */
export function PayOrShare(props: PayOrShareProps) {
  const { order } = props
  const deeds = useDeeds(props)
  return (
    <Card edge as="section" labelledBy="waits" className="print:hidden">
      <h2 id="waits">Waiting for payment</h2>
      <p className="mt-2">
        Pay <b className="figures">{naira(order.total)}</b> by {dayAndTime(order.expiresAt)}. After that the
        booking ends by itself.
      </p>
      {deeds.failure ? (
        <div className="mt-4">
          <Banner tone={isOffline(deeds.failure) ? 'warn' : 'error'} title="That did not work" announce>
            <p>
              {isOffline(deeds.failure)
                ? 'No answer came. Your network may have dropped.'
                : failureWords(deeds.failure)}
            </p>
          </Banner>
        </div>
      ) : null}
      <div className="mt-4 grid gap-3 sm:flex sm:flex-wrap">
        {order.may.pay ? (
          <Button
            look="primary"
            wide
            working={deeds.paying}
            workingText="Opening the payment page…"
            onClick={deeds.pay}
          >
            <BankCardIcon />
            Pay now {naira(order.total)}
          </Button>
        ) : null}
        {order.may.shareLink ? (
          <Button wide working={deeds.linking} workingText="Making the link…" onClick={deeds.link}>
            <ChainIcon />
            {order.link?.state === 'active' ? 'Show payment link' : 'Generate payment link'}
          </Button>
        ) : null}
      </div>
      {order.may.shareLink ? (
        <div className="mt-3">
          <Checkbox checked={deeds.showTests} onChecked={deeds.setShowTests}>
            Show the names of the tests to whoever pays by the link
          </Checkbox>
        </div>
      ) : null}
    </Card>
  )
}
