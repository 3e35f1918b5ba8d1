import type { Order } from '@labalaba/contract'
import { useEffect, useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Checkbox } from '../../components/choices.tsx'
import { CreditChoice } from '../../components/credit-choice.tsx'
import { BankCardIcon, CalendarIcon, ChainIcon } from '../../components/icons.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as paymentCopy from '../../copy/order-payments.ts'
import * as copy from '../../copy/orders.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { ApiFailure } from '../../lib/api.ts'
import { splitByCredit } from '../../lib/credit.ts'
import { fill, fillNodes } from '../../lib/fill.ts'
import { clockTime, dayAndTime, naira } from '../../lib/format.ts'
import { leadsToOrder, leaveToPay, useCameBack } from '../../lib/payment-departure.ts'
import { toast } from '../../lib/toast.ts'
import { visitMoment } from './policy.ts'
import { freshLink, readyLink, startPayment, stopOrderLink } from './queries.ts'

export type ReadyLink = {
  url: string
  expiresAt: string
  showTests: boolean
  /** It replaced an earlier link, which no longer works. */
  renewed?: boolean
}

type PayOrShareProps = {
  order: Order
  onLink: (link: ReadyLink) => void
  /** The order has changed: read it again. */
  onChanged: () => void
  /** The user wants another time for the home visit. */
  onNewTime: () => void
}

const changed = new Set(['already_paid', 'order_not_payable', 'slot_full'])

function useDeeds({ order, onLink, onChanged }: Omit<PayOrShareProps, 'onNewTime'>) {
  const act = useAct()
  const [deed, setDeed] = useState<'pay' | 'link'>('pay')
  const [leaving, setLeaving] = useState(false)
  const [showTests, setShowTests] = useState(order.showTests)
  const [useCredit, setUseCredit] = useState(true)
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
    useCredit,
    setUseCredit,
    pay: () =>
      start('pay', async () => {
        const url = await startPayment(order.reference, useCredit && order.credit > 0)
        if (leadsToOrder(url, order.reference)) {
          toast.success(paymentCopy.paidWithCredit)
          return onChanged()
        }
        setLeaving(true)
        leaveToPay(url, order.reference)
      }),
    link: () =>
      start('link', async () => onLink({ ...(await readyLink(order.reference, showTests)), showTests })),
  }
}

/** The order waits for payment: pay it now, or let another person pay. */
export function PayOrShare(props: PayOrShareProps) {
  const { order } = props
  const deeds = useDeeds(props)
  const { used, left } = splitByCredit(order.total, deeds.useCredit ? order.credit : 0)
  // A new link cannot be paid before another time is chosen.
  const mayShare = order.may.shareLink && (!order.visitFull || order.link?.state === 'active')
  return (
    <Card edge as="section" labelledBy="waits" className="print:hidden">
      <h2 id="waits">{paymentCopy.payTitle}</h2>
      <p className="mt-2">
        {fillNodes(paymentCopy.payBy, {
          amount: <b className="figures">{naira(order.total)}</b>,
          moment: dayAndTime(order.expiresAt),
        })}
      </p>
      <VisitPlace order={order} onNewTime={props.onNewTime} />
      {deeds.failure ? (
        <div className="mt-4">
          <NotDone failure={deeds.failure} title={copy.actFailed} offline={shared.noAnswer} />
        </div>
      ) : null}
      {order.may.pay && order.credit > 0 ? (
        <div className="mt-4 space-y-2">
          <CreditChoice balance={order.credit} on={deeds.useCredit} onTurned={deeds.setUseCredit} />
          <p aria-live="polite" className="text-small text-muted">
            {creditWords(used, left)}
          </p>
        </div>
      ) : null}
      <div className="mt-4 grid gap-3 sm:flex sm:flex-wrap">
        {order.may.pay ? (
          <Button
            look="primary"
            wide
            working={deeds.paying}
            workingText={paymentCopy.payOpening}
            onClick={deeds.pay}
          >
            <BankCardIcon />
            {left === 0
              ? fill(paymentCopy.payWithCredit, { amount: naira(used) })
              : fill(paymentCopy.payNow, { amount: naira(left) })}
          </Button>
        ) : null}
        {mayShare ? (
          <Button wide working={deeds.linking} workingText={paymentCopy.linkMaking} onClick={deeds.link}>
            <ChainIcon />
            {order.link?.state === 'active' ? paymentCopy.linkShow : paymentCopy.linkGenerate}
          </Button>
        ) : null}
      </div>
      {mayShare ? <OwnLink order={order} onLink={props.onLink} onChanged={props.onChanged} /> : null}
      {mayShare ? (
        <div className="mt-3">
          <Checkbox checked={deeds.showTests} onChecked={deeds.setShowTests}>
            {paymentCopy.linkShowTests}
          </Checkbox>
        </div>
      ) : null}
    </Card>
  )
}

/** The window of an unpaid home visit: held, free, or taken by others. */
function VisitPlace({ order, onNewTime }: Pick<PayOrShareProps, 'order' | 'onNewTime'>) {
  const visit = visitMoment(order)
  if (visit === null) return null
  if (order.visitFull) {
    return (
      <div className="mt-4 grid gap-4">
        <Banner tone="warn" title={paymentCopy.visitTakenTitle}>
          <p>{fill(paymentCopy.visitTaken, { visit })}</p>
        </Banner>
        <div>
          <Button look="primary" wide onClick={onNewTime}>
            <CalendarIcon />
            {paymentCopy.visitChooseTime}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <p className="mt-2">
      {order.visitHeldUntil
        ? fill(paymentCopy.visitHeld, { visit, time: clockTime(new Date(order.visitHeldUntil)) })
        : fill(paymentCopy.visitFree, { visit })}
    </p>
  )
}

function creditWords(used: number, left: number): string {
  if (used === 0) return paymentCopy.creditStays
  if (left === 0) return paymentCopy.creditPaysAll
  return fill(paymentCopy.creditPaysPart, { credit: naira(used), rest: naira(left) })
}

type OwnLinkProps = {
  order: Order
  onLink: (link: ReadyLink) => void
  /** The order has changed: read it again. */
  onChanged: () => void
}

function useLinkDeeds({ order, onLink, onChanged }: OwnLinkProps) {
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
      toast.success(fill(paymentCopy.linkStopped, { moment: dayAndTime(until) }))
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
function OwnLink(props: OwnLinkProps) {
  const { order } = props
  const deeds = useLinkDeeds(props)
  const [confirming, setConfirming] = useState(false)
  useEffect(() => {
    if (!confirming) return
    const timer = setTimeout(() => setConfirming(false), 8000)
    return () => clearTimeout(timer)
  }, [confirming])
  if (order.link?.state !== 'active') return null
  return (
    <div className="border-hair mt-4 border-t pt-4">
      <p role="status">
        {confirming
          ? paymentCopy.linkStopHint
          : fill(paymentCopy.linkWorksUntil, { moment: dayAndTime(order.link.expiresAt) })}
      </p>
      {deeds.failure ? (
        <div className="mt-3">
          <NotDone failure={deeds.failure} title={copy.actFailed} offline={shared.noAnswer} />
        </div>
      ) : null}
      <div className={`mt-2 flex flex-wrap gap-x-1 gap-y-3 ${confirming ? '' : '-ml-3'}`}>
        {confirming ? null : (
          <Button
            look="quiet"
            working={deeds.renewing}
            workingText={paymentCopy.linkMaking}
            onClick={deeds.renew}
          >
            {paymentCopy.linkNew}
          </Button>
        )}
        <Button
          look={confirming ? 'danger' : 'quiet'}
          working={deeds.stopping}
          workingText={paymentCopy.linkStopping}
          onClick={() => (confirming ? deeds.stop() : setConfirming(true))}
        >
          {confirming ? paymentCopy.linkStopYes : paymentCopy.linkStop}
        </Button>
        {confirming ? (
          <Button look="quiet" onClick={() => setConfirming(false)}>
            {paymentCopy.linkStopNo}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
