import type { checkPayment, MoneyTrouble, RefundState, ReplyOf } from '@labalaba/contract'
import { brand } from '@labalaba/contract'
import type { ReactNode } from 'react'
import { naira } from '../../lib/format.ts'
import magnifier from '../../ui/art/magnifier.svg'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Outcome } from './outcome.tsx'
import { standingOf } from './policy.ts'

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
          Login to see the order
        </LinkButton>
        <p className="text-small text-muted">If you paid for somebody else, there is nothing more to do.</p>
      </div>
    )
  }
  return (
    <LinkButton look="primary" wide to={order === '' ? '/orders' : `/orders/${order}`}>
      {order === '' ? 'See my orders' : words}
    </LinkButton>
  )
}

function Settled({ payment, order, signedIn, next, late = false }: AfterPaymentProps) {
  return (
    <>
      <Outcome kind="settled" title="Payment received">
        <p>
          <b className="figures">{naira(payment.amount)}</b> has arrived.{' '}
          {late
            ? 'It came too late for the booking as it was. Your money is safe: choose on the order what happens now.'
            : 'The booking is confirmed.'}
        </p>
        <p>
          {signedIn
            ? 'Your receipt is on its way by mail.'
            : 'If you gave your email, your receipt is on its way there.'}
        </p>
      </Outcome>
      {late
        ? null
        : (next ?? (
            <section aria-labelledby="next">
              <h2 id="next" className="heading-small">
                What happens next
              </h2>
              <p className="mt-2">
                We write to the patient with the place, the time and how to prepare, and to the lab so that
                the patient is expected.
              </p>
            </section>
          ))}
      <WayOn order={order} signedIn={signedIn} words="See my order" />
    </>
  )
}

function Failed({ payment, order, signedIn }: AfterPaymentProps) {
  if (payment.paidByAnother) return <AlreadyPaid order={order} signedIn={signedIn} />
  return (
    <>
      <Outcome kind="failed" title="The payment did not go through">
        <p>
          {payment.state === 'abandoned'
            ? 'The payment page was left before the payment was made.'
            : 'Your bank or card said no.'}{' '}
          No money was taken.
        </p>
        <p>
          The booking is kept, so nothing has to be typed again. If your bank shows that the money has left,
          do not pay again: write to <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.
        </p>
      </Outcome>
      <WayOn order={order} signedIn={signedIn} words="Try again" />
    </>
  )
}

function Held({ payment, order, signedIn }: AfterPaymentProps) {
  return (
    <>
      <Outcome kind="held" title="We have your money, and are looking at it">
        <p>
          A payment came that we could not match by ourselves. Do not pay again. An operator looks at it and
          writes to you.
        </p>
        <p>
          Questions? Write to <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a> and name this
          payment: <b className="text-small block break-all">{payment.reference}</b>
        </p>
      </Outcome>
      <WayOn order={order} signedIn={signedIn} words="See my order" />
    </>
  )
}

/** Another payment has paid the booking, and this one took no money. */
export function AlreadyPaid({ order, signedIn }: Pick<AfterPaymentProps, 'order' | 'signedIn'>) {
  return (
    <>
      <Outcome kind="paid" title="This booking is already paid">
        <p>Another payment has paid it, so do not pay again. None of your money has reached us.</p>
        <p>
          Have you sent some all the same, by card, bank transfer or USSD? Then it goes back by itself to
          where it came from, and this page says so.
        </p>
      </Outcome>
      <WayOn order={order} signedIn={signedIn} words="See my order" />
    </>
  )
}

/** The progress of a refund. */
const refundWords: Record<RefundState, string> = {
  pending: 'It is about to be sent.',
  processing: 'It is sent, and your bank is working on it.',
  processed: 'Banks can take some days to show it.',
  failed: 'Your bank has not taken it yet. It is safe with us, and we try again.',
}

/** Why the money is refunded. */
const returnedWords: Record<MoneyTrouble, string> = {
  paid_before: 'This booking is already paid, by another payment. You need do nothing.',
  order_ended: 'The booking had been cancelled before the money came.',
  credit_gone:
    'The credit that was to pay the rest had been used for another booking. You can pay this one again.',
  does_not_match: 'It was not what was due.',
}

function Returned({ payment, order, signedIn }: AfterPaymentProps) {
  const done = payment.state === 'refunded'
  const { amount, state } = payment.refund ?? { amount: payment.amount, state: 'processed' }
  return (
    <>
      <Outcome kind="returned" title={done ? 'This payment was returned' : 'Your money is on its way back'}>
        {payment.trouble ? <p>{returnedWords[payment.trouble]}</p> : null}
        <p>
          {done ? 'We have sent back' : 'We are sending back'} <b className="figures">{naira(amount)}</b>, to
          where it came from. {refundWords[state]}
        </p>
      </Outcome>
      <WayOn order={order} signedIn={signedIn} words="See my order" />
    </>
  )
}

/** The outcome of a payment: what happened, whether the money is safe, and what to do now. */
export function AfterPayment(props: AfterPaymentProps) {
  switch (standingOf(props.payment.state)) {
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
      <Outcome kind="held" title="You left the payment page">
        <p>No payment has reached us. The booking is kept, and you can pay it now or later.</p>
        <p>
          Have you sent the money by bank transfer or USSD? Then do not pay again: we are checking with your
          bank, and this page says so when it is there.
        </p>
      </Outcome>
      <WayOn order={order} signedIn={signedIn} words="Try again" />
    </>
  )
}

/** No payment of ours has this reference. */
export function PaymentUnknown({ signedIn }: { signedIn: boolean }) {
  return (
    <EmptyState
      headingLevel="h1"
      title="We do not know this payment"
      picture={magnifier}
      action={
        <LinkButton look="primary" wide to={signedIn ? '/orders' : '/auth/login'}>
          {signedIn ? 'See my orders' : 'Login to see your orders'}
        </LinkButton>
      }
    >
      The address may have been cut short. If money has left your account, do not pay again: your order shows
      it, or write to <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.
    </EmptyState>
  )
}
