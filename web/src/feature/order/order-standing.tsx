import type { Order } from '@labalaba/contract'
import { brand } from '@labalaba/contract'
import { dayAndTime, naira } from '../../lib/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { oddWords } from './policy.ts'

/** A payment of this order is with the bank. */
function BeingPaid({ order }: { order: Order }) {
  const started = order.payments.find((payment) => payment.state === 'started')
  if (!started) return null
  return (
    <Banner tone="warn" title="A payment was started and has not ended">
      <p>
        If money has left your account, do not pay again: we are checking with your bank. If you closed the
        payment page without paying, nothing was taken and you can{' '}
        {order.visitFull ? 'choose another time below, and then pay' : 'pay below'}.
      </p>
      <Link
        to={`/payment/return?reference=${encodeURIComponent(started.reference)}`}
        className="inline-flex min-h-12 items-center font-semibold"
      >
        Check it now
      </Link>
    </Banner>
  )
}

/** Another booking used the account's credit while this one was being paid. */
function CreditGone({ payment }: { payment: Order['payments'][number] }) {
  return (
    <Banner tone="warn" title="Your credit had been used for another booking">
      <p>
        So this one is not paid. The <b className="figures">{naira(payment.received ?? payment.amount)}</b>{' '}
        that you paid beside it goes back to where it came from by itself. You can pay again below.
      </p>
    </Banner>
  )
}

function BookAgain({ slug }: { slug: string }) {
  return (
    <div className="pt-2 print:hidden">
      <LinkButton to={`/labs/${slug}`}>Book again at this lab</LinkButton>
    </div>
  )
}

/** Who cancelled, and why in their words. */
function cancelledWords({ cancelled, lab }: Order): string {
  if (!cancelled || cancelled.by === 'owner') return ''
  const why = cancelled.reason ? ` Why: ${cancelled.reason.replace(/[.!?]$/, '')}.` : ''
  return `${cancelled.by === 'lab' ? lab : brand.name} cancelled it.${why}`
}

/** The notices of an order: money in progress or held, or a cancelled or expired order. */
export function OrderStanding({ order }: { order: Order }) {
  const support = <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
  const held = order.payments.find((payment) => payment.state === 'held')
  if (held) {
    return (
      <Banner tone="warn" title="We have your money, and are looking at it">
        <p>
          {oddWords(held) ?? 'A payment came that we could not match by ourselves.'} Do not pay again. An
          operator writes to you.
        </p>
      </Banner>
    )
  }
  if (order.state === 'expired') {
    return (
      <Banner tone="warn" title="This booking has expired">
        <p>
          It was not paid by {dayAndTime(order.expiresAt)}. If money has left your account since, do not pay
          again: write to {support}.
        </p>
        <BookAgain slug={order.labSlug} />
      </Banner>
    )
  }
  if (order.state === 'cancelled') {
    return (
      <Banner tone="warn" title="This booking was cancelled">
        <p>
          {cancelledWords(order)} No sample will be taken.{' '}
          {order.refunds.length > 0 ? 'See Refunds for what goes back to you. ' : 'Nothing was paid for it. '}{' '}
          Questions: {support}.
        </p>
        <BookAgain slug={order.labSlug} />
      </Banner>
    )
  }
  if (order.state !== 'awaiting_payment') return null
  const [newest] = order.payments
  return newest?.trouble === 'credit_gone' ? <CreditGone payment={newest} /> : <BeingPaid order={order} />
}
