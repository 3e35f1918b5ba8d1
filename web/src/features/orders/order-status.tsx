import { brand, type Order, type Promised } from '@labalaba/contract'
import { Banner } from '../../components/banner.tsx'
import { Breakable } from '../../components/breakable.tsx'
import { LinkButton } from '../../components/button.tsx'
import { Link } from '../../components/link.tsx'
import { Timeline } from '../../components/timeline.tsx'
import * as paymentCopy from '../../copy/order-payments.ts'
import * as progressCopy from '../../copy/order-progress.ts'
import * as copy from '../../copy/orders.ts'
import { fill, fillNodes } from '../../lib/fill.ts'
import { dayAndTime, naira } from '../../lib/format.ts'
import { nextWords } from './next-words.ts'
import { OrderSamples } from './order-samples.tsx'
import { oddWords, promiseWords, stagesOf } from './policy.ts'

/** A payment of this order is with the bank. */
function BeingPaid({ order }: { order: Order }) {
  const started = order.payments.find((payment) => payment.state === 'started')
  if (!started) return null
  return (
    <Banner tone="warn" title={paymentCopy.beingPaidTitle}>
      <p>
        {paymentCopy.beingPaidCheck}{' '}
        {order.visitFull ? paymentCopy.beingPaidChooseTime : paymentCopy.beingPaidPayBelow}
      </p>
      <Link
        to={`/payment/return?reference=${encodeURIComponent(started.reference)}`}
        className="inline-flex min-h-12 items-center font-semibold"
      >
        {paymentCopy.beingPaidCheckNow}
      </Link>
    </Banner>
  )
}

/** Another booking used the account's credit while this one was being paid. */
function CreditGone({ payment }: { payment: Order['payments'][number] }) {
  return (
    <Banner tone="warn" title={paymentCopy.creditGoneTitle}>
      <p>
        {fillNodes(paymentCopy.creditGone, {
          amount: <b className="figures">{naira(payment.received ?? payment.amount)}</b>,
        })}
      </p>
    </Banner>
  )
}

function BookAgain({ slug }: { slug: string }) {
  return (
    <div className="pt-2 print:hidden">
      <LinkButton to={`/labs/${slug}`}>{paymentCopy.bookAgain}</LinkButton>
    </div>
  )
}

/** Who cancelled, and why in their words. */
function cancelledWords({ cancelled, lab }: Order): string {
  if (!cancelled || cancelled.by === 'owner') return ''
  const by = cancelled.by === 'lab' ? fill(paymentCopy.cancelledByLab, { lab }) : paymentCopy.cancelledByUs
  const reason = cancelled.reason?.replace(/[.!?]$/, '')
  return reason ? `${by} ${fill(paymentCopy.cancelledWhy, { reason })}` : by
}

/** The notices of an order: money in progress or held, or a cancelled or expired order. */
export function OrderStatus({ order }: { order: Order }) {
  const support = <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
  const held = order.payments.find((payment) => payment.state === 'held')
  if (held) {
    return (
      <Banner tone="warn" title={paymentCopy.heldTitle}>
        <p>
          {oddWords(held) ?? paymentCopy.heldUnknown} {paymentCopy.heldHint}
        </p>
      </Banner>
    )
  }
  if (order.state === 'expired') {
    return (
      <Banner tone="warn" title={paymentCopy.expiredTitle}>
        <p>{fillNodes(paymentCopy.expiredHint, { moment: dayAndTime(order.expiresAt), email: support })}</p>
        <BookAgain slug={order.labSlug} />
      </Banner>
    )
  }
  if (order.state === 'cancelled') {
    return (
      <Banner tone="warn" title={paymentCopy.cancelledTitle}>
        <p>
          {cancelledWords(order)} {paymentCopy.cancelledNoSample}{' '}
          {order.refunds.length > 0 ? paymentCopy.cancelledSeeRefunds : paymentCopy.cancelledUnpaid}{' '}
          {fillNodes(paymentCopy.cancelledQuestions, { email: support })}
        </p>
        <BookAgain slug={order.labSlug} />
      </Banner>
    )
  }
  if (order.state !== 'awaiting_payment') return null
  const [newest] = order.payments
  return newest?.trouble === 'credit_gone' ? <CreditGone payment={newest} /> : <BeingPaid order={order} />
}

/** The progress of an order: four stages, a sentence each, what happens next, and each specimen. */
export function OrderTimeline({ order, isDoctor }: { order: Order; isDoctor: boolean }) {
  const next = nextWords(order, isDoctor)
  return (
    <section aria-labelledby="progress">
      <h2 id="progress" className="mb-4">
        {progressCopy.progress}
      </h2>
      <Timeline
        label={progressCopy.stages}
        stages={stagesOf(order).map((stage) => ({
          ...stage,
          more:
            stage.state === 'current' && next ? (
              <Banner title={progressCopy.whatNext}>
                <p>{next}</p>
              </Banner>
            ) : undefined,
        }))}
      />
      <OrderSamples samples={order.progress.samples} order={order} level="h3" />
    </section>
  )
}

/** The promised time of the results: info, then amber, then red, each with its own icon and words. */
export function PromiseClock({ promised, reference }: { promised: Promised; reference: string }) {
  const { tone, title, words } = promiseWords(promised)
  return (
    <Banner tone={tone} title={title}>
      <p>{words}</p>
      {promised.stands === 'late' ? (
        <a
          href={`mailto:${brand.supportEmail}?subject=${encodeURIComponent(fill(copy.mailSubject, { reference }))}`}
          className="inline-flex min-h-12 items-center font-semibold"
        >
          <Breakable text={brand.supportEmail} />
        </a>
      ) : null}
    </Banner>
  )
}
