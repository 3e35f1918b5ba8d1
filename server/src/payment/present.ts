import {
  type checkPayment,
  type Kobo,
  type MoneyTrouble,
  nairaOf,
  type PaymentLinkView,
  type ReplyOf,
} from '@labalaba/contract'
import type { LineRow, OrderRow } from '../booking/index.ts'
import type { LinkRow } from './link-repository.ts'
import { type LinkMaker, linkUrl, stateAt } from './links.ts'
import { presentRefund } from './refund/present.ts'
import type { RefundRow } from './refund/repository.ts'
import type { PaymentRow } from './repository.ts'

type Checked = ReplyOf<typeof checkPayment>

/** An attempt for anyone with its reference: state and amounts only. */
export function presentChecked(
  payment: PaymentRow,
  order: Pick<OrderRow, 'paid_at' | 'state'>,
  refunds: readonly RefundRow[],
): Checked {
  const isPaid = order.paid_at !== null && order.state !== 'cancelled'
  const refund = payment.settles_order ? undefined : refunds.at(-1)
  const returned = refund && presentRefund(refund)
  return {
    ...presentPayment(payment),
    paidByAnother: isPaid && !payment.settles_order,
    refund: returned ? { amount: returned.amount, state: returned.state } : null,
  }
}

function presentPayment(payment: PaymentRow): Omit<Checked, 'paidByAnother' | 'refund'> {
  return {
    reference: payment.reference,
    state: payment.state,
    amount: nairaOf(payment.due_kobo),
    trouble: troubleOf(payment),
  }
}

const troubles: Readonly<Record<string, MoneyTrouble>> = {
  paid_before: 'paid_before',
  too_late: 'order_ended',
  credit_gone: 'credit_gone',
  wrong_amount: 'does_not_match',
  wrong_currency: 'does_not_match',
  wrong_domain: 'does_not_match',
  wrong_reference: 'does_not_match',
}

/** Why captured money did not pay its order; null if it did, or none came. */
function troubleOf({ hold_reason }: PaymentRow): MoneyTrouble | null {
  return (hold_reason !== null && troubles[hold_reason]) || null
}

/** The amount that came for an attempt in naira; otherwise null. */
function receivedBy({ captured_kobo, captured_currency }: PaymentRow): number | null {
  return captured_kobo !== null && captured_currency === 'NGN' ? nairaOf(captured_kobo) : null
}

/** An order's attempts and link, as its owner sees them. */
export function presentMoney(
  maker: LinkMaker,
  payments: readonly PaymentRow[],
  link: LinkRow | undefined,
  credit: Kobo,
  now: Date,
) {
  return {
    credit: nairaOf(credit),
    payments: payments.map((payment) => ({
      ...presentPayment(payment),
      credit: nairaOf(payment.credit_kobo),
      received: receivedBy(payment),
      startedAt: payment.started_at.toISOString(),
    })),
    link: link ? presentLink(maker, link, now) : null,
  }
}

function presentLink(maker: LinkMaker, link: LinkRow, now: Date) {
  const state = stateAt(link, now)
  return {
    url: state === 'active' ? linkUrl(maker, link.id) : null,
    state,
    expiresAt: link.expires_at.toISOString(),
  }
}

/** What the view of a link shows in addition to the order itself. */
type LinkNews = {
  readonly lines: readonly LineRow[]
  readonly doctorName: string | null
  readonly receipt: boolean
  readonly visitFull: boolean
}

/** What a payer sees: the patient, the place, the number of tests and the total; the tests only if the owner chose so. */
export function presentLinkView(
  link: LinkRow,
  order: OrderRow,
  { lines, doctorName, receipt, visitFull }: LinkNews,
  now: Date,
): PaymentLinkView {
  const always = {
    orderReference: order.reference,
    total: nairaOf(order.total_kobo),
    expiresAt: link.expires_at.toISOString(),
    sampleData: order.demo,
  }
  const state = order.paid_at ? 'paid' : stateAt(link, now)
  if (state !== 'active') return { state, ...always, receipt }
  return {
    state,
    ...always,
    patientName: order.patient_name,
    lab: order.lab_name,
    location: order.location_name,
    mode: order.mode,
    testCount: order.test_count,
    tests: order.show_tests
      ? lines.map((line) => ({ name: line.name, amount: nairaOf(line.price_kobo) }))
      : null,
    subTotal: nairaOf(order.sub_total_kobo),
    collectionFee: nairaOf(order.collection_fee_kobo),
    doctorEarning: nairaOf(order.doctor_share_kobo),
    doctorName,
    visitFull,
  }
}
