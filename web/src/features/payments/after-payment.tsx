import {
  brand,
  type checkPayment,
  type MoneyTrouble,
  type RefundState,
  type ReplyOf,
} from '@labalaba/contract'
import type { ReactNode } from 'react'
import magnifier from '../../components/art/magnifier.svg'
import { LinkButton } from '../../components/button.tsx'
import { EmptyState } from '../../components/states.tsx'
import * as copy from '../../copy/payments.ts'
import * as shared from '../../copy/shared.ts'
import { fillNodes } from '../../lib/fill.ts'
import { naira } from '../../lib/format.ts'
import { Outcome } from './outcome.tsx'
import { paymentStatus } from './policy.ts'

type AfterPaymentProps = {
  payment: ReplyOf<typeof checkPayment>
  /** The owner's order, if this browser knows it; else empty. */
  order: string
  signedIn: boolean
  /** More of what happens next, for the owner. */
  next?: ReactNode
  /** The payment came too late for the booking. */
  late?: boolean
}

/** The next page: the order, all orders, or the login. */
function WayOn({
  order,
  signedIn,
  words,
}: Pick<AfterPaymentProps, 'order' | 'signedIn'> & { words: string }) {
  if (!signedIn) {
    return (
      <div className="space-y-3">
        <LinkButton wide to="/auth/login">
          {copy.loginForOrder}
        </LinkButton>
        <p className="text-small text-muted">{copy.paidForOther}</p>
      </div>
    )
  }
  return (
    <LinkButton look="primary" wide to={order === '' ? '/orders' : `/orders/${order}`}>
      {order === '' ? copy.seeMyOrders : words}
    </LinkButton>
  )
}

function Settled({ payment, order, signedIn, next, late = false }: AfterPaymentProps) {
  return (
    <>
      <Outcome kind="settled" title={copy.settledTitle}>
        <p>
          {fillNodes(copy.settledAmount, { amount: <b className="figures">{naira(payment.amount)}</b> })}{' '}
          {late ? copy.settledLate : copy.settledConfirmed}
        </p>
        <p>{signedIn ? copy.receiptComes : copy.receiptIfEmail}</p>
      </Outcome>
      {late
        ? null
        : (next ?? (
            <section aria-labelledby="next">
              <h2 id="next" className="heading-small">
                {copy.nextTitle}
              </h2>
              <p className="mt-2">{copy.nextText}</p>
            </section>
          ))}
      <WayOn order={order} signedIn={signedIn} words={copy.seeMyOrder} />
    </>
  )
}

function Failed({ payment, order, signedIn }: AfterPaymentProps) {
  if (payment.paidByAnother) return <AlreadyPaid order={order} signedIn={signedIn} />
  return (
    <>
      <Outcome kind="failed" title={copy.failedTitle}>
        <p>
          {payment.state === 'abandoned' ? copy.failedLeft : copy.failedRefused} {copy.failedNoMoney}
        </p>
        <p>
          {fillNodes(copy.failedKept, {
            email: <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>,
          })}
        </p>
      </Outcome>
      <WayOn order={order} signedIn={signedIn} words={shared.tryAgain} />
    </>
  )
}

function Held({ payment, order, signedIn }: AfterPaymentProps) {
  return (
    <>
      <Outcome kind="held" title={copy.heldTitle}>
        <p>{copy.heldText}</p>
        <p>
          {fillNodes(copy.heldQuestions, {
            email: <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>,
          })}{' '}
          <b className="text-small block break-all">{payment.reference}</b>
        </p>
      </Outcome>
      <WayOn order={order} signedIn={signedIn} words={copy.seeMyOrder} />
    </>
  )
}

/** Another payment has paid the booking, and this one took no money. */
export function AlreadyPaid({ order, signedIn }: Pick<AfterPaymentProps, 'order' | 'signedIn'>) {
  return (
    <>
      <Outcome kind="paid" title={copy.alreadyTitle}>
        <p>{copy.alreadyText}</p>
        <p>{copy.alreadySent}</p>
      </Outcome>
      <WayOn order={order} signedIn={signedIn} words={copy.seeMyOrder} />
    </>
  )
}

/** The progress of a refund. */
const refundWords: Record<RefundState, string> = {
  pending: copy.refundPending,
  processing: copy.refundProcessing,
  processed: copy.refundDone,
  failed: copy.refundFailed,
}

/** Why the money is refunded. */
const returnedWords: Record<MoneyTrouble, string> = {
  paid_before: copy.returnedPaidBefore,
  order_ended: copy.returnedCancelled,
  credit_gone: copy.returnedCreditGone,
  does_not_match: copy.returnedWrongAmount,
}

function Returned({ payment, order, signedIn }: AfterPaymentProps) {
  const done = payment.state === 'refunded'
  const { amount, state } = payment.refund ?? { amount: payment.amount, state: 'processed' }
  return (
    <>
      <Outcome kind="returned" title={done ? copy.returnedTitle : copy.returningTitle}>
        {payment.trouble ? <p>{returnedWords[payment.trouble]}</p> : null}
        <p>
          {fillNodes(done ? copy.returnedAmount : copy.returningAmount, {
            amount: <b className="figures">{naira(amount)}</b>,
          })}{' '}
          {refundWords[state]}
        </p>
      </Outcome>
      <WayOn order={order} signedIn={signedIn} words={copy.seeMyOrder} />
    </>
  )
}

/** The outcome of a payment: what happened, whether the money is safe, and what to do now. */
export function AfterPayment(props: AfterPaymentProps) {
  switch (paymentStatus(props.payment.state)) {
    case 'settled':
      return <Settled {...props} />
    case 'failed':
      return <Failed {...props} />
    case 'held':
      return <Held {...props} />
    case 'returned':
      return <Returned {...props} />
    case 'checking':
      return null
  }
}

/** The payer closed the payment page. A transfer may still arrive, so the page keeps checking. */
export function LeftUnpaid({ order, signedIn }: Pick<AfterPaymentProps, 'order' | 'signedIn'>) {
  return (
    <>
      <Outcome kind="held" title={copy.leftTitle}>
        <p>{copy.leftText}</p>
        <p>{copy.leftTransfer}</p>
      </Outcome>
      <WayOn order={order} signedIn={signedIn} words={shared.tryAgain} />
    </>
  )
}

/** No payment of ours has this reference. */
export function PaymentUnknown({ signedIn }: { signedIn: boolean }) {
  return (
    <EmptyState
      headingLevel="h1"
      title={copy.unknownTitle}
      picture={magnifier}
      action={
        <LinkButton look="primary" wide to={signedIn ? '/orders' : '/auth/login'}>
          {signedIn ? copy.seeMyOrders : copy.loginForOrders}
        </LinkButton>
      }
    >
      {fillNodes(copy.unknownText, {
        email: <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>,
      })}
    </EmptyState>
  )
}
