import { brand, formatMoment, formatNaira } from '@labalaba/contract'
import type { Job, Jobs } from '../../../infra/queue/jobs.ts'
import { type CaseRow, caseById } from '../../cases/index.ts'
import { labById } from '../../labs/index.ts'
import { cancellationOf, type OrderRow, orderById } from '../../orders/index.ts'
import {
  caseWords,
  type PaymentRow,
  paymentById,
  type RefundRow,
  refundById,
  refundsOfOrder,
  sidesOf,
} from '../../payments/index.ts'
import type { MessageKind } from '../channel/message-texts.ts'
import { type NotificationDependencies, notify } from '../channel/notify.ts'
import { type Block, type Letter, note, type Row, rows } from '../letter.ts'
import { sendOnce } from '../send-once.ts'
import { loadOrder, notifyPatient } from './notify-patient.ts'
import { visitTime } from './payment-letters.ts'

/** The mails about refunds, cancellations and cases, as jobs that are safe to repeat. */
export function refundNotifications(deps: NotificationDependencies): Jobs {
  return {
    'mail-refunded': toPayer(deps, ['refunded', 'refunded'], refundedLetter),
    'mail-part-refunded': toPayer(deps, ['part-refunded', 'part_refunded'], partRefundedLetter),
    'mail-refund-failed': toPayer(deps, ['refund-failed', 'refund_failed'], refundFailedLetter),
    'mail-cancelled-patient': async ({ orderId }) => {
      const order = await loadOrder(deps.db, orderId)
      const all = (await refundsOfOrder(deps.db, order.id)).filter((each) => each.in_books)
      // The refund of the cancellation, or of money that had been held for the order.
      const refund = all.find((each) => each.request_key.startsWith('cancel:')) ?? all.at(-1) ?? null
      const cancellation = await cancellationOf(deps.db, order.id)
      const letter = cancelledLetter(order, refund, cancellation, deps.publicUrl)
      const key = `cancelled-patient:${orderId}`
      await notifyPatient(deps, { key, topic: 'bookings', kind: 'cancelled', order, letter })
    },
    'mail-cancelled-lab': async ({ orderId }) => {
      const order = await loadOrder(deps.db, orderId)
      const lab = await labById(deps.db, order.lab_id)
      // Labs receive mails only about orders that were paid.
      if (!lab || !order.paid_at) return
      await sendOnce(deps, `cancelled-lab:${orderId}`, lab.email, cancelledLabLetter(order))
    },
    'mail-case': async ({ caseId }) => {
      const found = await caseById(deps.db, Number(caseId))
      if (!found) throw new Error(`case ${caseId} is gone`)
      const letter = caseLetter(found, caseWords[found.kind])
      await sendOnce(deps, `case:${caseId}`, deps.operatorMail, letter)
    },
  }
}

function toPayer(
  deps: NotificationDependencies,
  [name, kind]: readonly [key: string, kind: MessageKind],
  letter: (order: OrderRow, payment: PaymentRow, refund: RefundRow) => Letter,
): Job {
  return async ({ refundId }) => {
    const refund = await refundById(deps.db, String(refundId))
    const payment = refund && (await paymentById(deps.db, refund.payment_id))
    const order = payment && (await orderById(deps.db, payment.order_id))
    if (!refund || !order) throw new Error(`refund ${refundId} is gone`)
    await notify(deps, {
      ...{ key: `${name}:${refundId}`, topic: 'money', kind, toPayer: true },
      ...{ to: payment.payer_email, order, letter: letter(order, payment, refund) },
    })
  }
}

const bankTime = 'It goes to the card or account that paid. Banks take 3 to 10 working days to show it.'

/** Tells the patient that a booking is cancelled, and what happens to the money. */
export function cancelledLetter(
  order: OrderRow,
  refund: RefundRow | null,
  cancellation: Cancellation | undefined,
  publicUrl: string,
): Letter {
  const by = cancellation?.actor
  return {
    subject: 'Your booking is cancelled',
    preheader: refund ? 'See inside what happens to the money.' : 'Nothing was paid, and you owe nothing.',
    blocks: [
      ...whoCancelled(order, cancellation),
      `${order.lab_name} no longer expects you for this booking.`,
      ...moneyBack(refund),
      rows(['Order id', order.reference], ['Patient', order.patient_name]),
      { kind: 'button', label: 'See the order', href: `${publicUrl}/orders/${order.reference}` },
      note(
        `${by === 'lab' || by === 'operator' ? 'Questions?' : 'Was this not you?'} Write to ${brand.supportEmail} with your order id.`,
      ),
    ],
  }
}

/** Who cancelled a booking, and the reason in their words. */
type Cancellation = { readonly actor: string; readonly reason: string | null }

function whoCancelled(order: OrderRow, cancellation: Cancellation | undefined): Block[] {
  const { actor, reason } = cancellation ?? { actor: '', reason: null }
  if (actor !== 'lab' && actor !== 'operator') return []
  const who = actor === 'lab' ? order.lab_name : brand.name
  return [`${who} cancelled it. ${reason ? `Why: ${reason}` : ''}`.trim()]
}

function moneyBack(refund: RefundRow | null): Block[] {
  if (!refund) return ['Nothing was paid, so there is nothing to refund.']
  const credit = `${formatNaira(refund.credit_kobo)} is ${brand.name} credit in the account that booked. It pays for the next booking.`
  return [refund.source_kobo > 0 ? wayBack(refund) : null, refund.credit_kobo > 0 ? credit : null]
}

function wayBack(refund: RefundRow): string {
  const amount = formatNaira(refund.source_kobo)
  return refund.outside ? `${amount} ${outsideWords(refund)}` : `${amount} is on its way back. ${bankTime}`
}

/** How money was returned other than through our own refunds, as the end of a sentence about it. */
function outsideWords({ outside, outside_reference: reference }: RefundRow): string {
  if (outside === 'bank') return `was paid back by bank transfer, with the reference ${reference}.`
  if (outside === 'dispute') return 'was taken back by the payer’s bank.'
  return `was sent back to the card or account that paid. Banks take 3 to 10 working days to show it.`
}

/** Tells the lab not to expect a patient any more. */
function cancelledLabLetter(order: OrderRow): Letter {
  return {
    subject: `A booking is cancelled: ${order.reference}`,
    preheader: 'You do not need to expect this patient any more.',
    heading: 'A booking is cancelled',
    blocks: [
      rows(
        ['Order id', order.reference],
        ['Patient', order.patient_name],
        ['Location', `${order.location_name}, ${order.location_address}`],
        ['How', order.mode === 'walkin' ? 'Walk-in' : `Home visit, ${visitTime(order)}`],
      ),
    ],
  }
}

/** Tells the payer that part of the money is on its way back. */
function partRefundedLetter(order: OrderRow, payment: PaymentRow, refund: RefundRow): Letter {
  return {
    subject: 'Part of your money is on its way back',
    preheader: 'See inside how much, and where it goes.',
    heading: `${formatNaira(refund.amount_kobo)} of your payment goes back`,
    blocks: [...moneyBack(refund), ...numbers(order, payment)],
  }
}

/** Tells the payer that the money has been returned, and how. */
export function refundedLetter(order: OrderRow, payment: PaymentRow, refund: RefundRow): Letter {
  const amount = moneyOf(payment, refund)
  return {
    subject: 'Your money has been returned',
    preheader: 'See inside how much, and where it went.',
    heading: `We have returned ${amount}`,
    blocks: [returnedWords(refund), ...numbers(order, payment)],
  }
}

function returnedWords(refund: RefundRow): string {
  if (refund.source_kobo === 0)
    return `It is ${brand.name} credit in the account that booked. It pays for the next booking.`
  return refund.outside ? `It ${outsideWords(refund)}` : bankTime
}

/** The amount of a refund in the currency of the payment. */
function moneyOf(payment: PaymentRow, refund: RefundRow): string {
  const currency = payment.captured_currency ?? 'NGN'
  return currency === 'NGN'
    ? formatNaira(refund.amount_kobo)
    : `${currency} ${(refund.amount_kobo / 100).toFixed(2)}`
}

/** Tells the payer that the refund has not arrived yet, and that they do not need to do anything. */
export function refundFailedLetter(order: OrderRow, payment: PaymentRow, refund: RefundRow): Letter {
  return {
    subject: 'Your refund did not go through yet',
    preheader: 'Your money is safe with us.',
    blocks: [...failedWords(payment, refund), ...numbers(order, payment)],
  }
}

function failedWords(payment: PaymentRow, refund: RefundRow): Block[] {
  const amount = moneyOf(payment, refund)
  if (refund.refusal !== null)
    return [
      `You paid through Paystack. Paystack did not accept our request to send ${amount} back. Your money is safe with us. Our team checks it and writes to you. You do not need to do anything.`,
    ]
  return [
    `Your bank did not accept the refund of ${amount}. Your money is safe with us, and we are trying again. You do not need to do anything.`,
    'We try three more times over about a day. If none of them works, our team checks it and writes to you.',
  ]
}

function numbers(order: OrderRow, payment: PaymentRow): Block[] {
  return [
    rows(['Order id', order.reference], ['Payment', payment.reference]),
    note(`Questions? Write to ${brand.supportEmail} with these numbers.`),
  ]
}

/** What an operator reads first: that a patient may be in danger, or that money waits. */
function headOf({ kind, subject, order_reference: order }: CaseRow): Pick<Letter, 'subject' | 'preheader'> {
  return kind === 'critical_call_overdue' || kind === 'critical_call_failed'
    ? { subject: `Call now: ${order ?? subject}`, preheader: 'A patient may be in danger.' }
    : { subject: `To decide: ${subject}`, preheader: 'Money waits for your decision.' }
}

/** Tells an operator about a case to decide, and what to do about it. */
function caseLetter(found: CaseRow, words: { readonly title: string; readonly whatToDo: string }): Letter {
  const { sides, found: others } = sidesOf(found)
  return {
    ...headOf(found),
    heading: words.title,
    blocks: [
      words.whatToDo,
      rows(
        ['About', found.subject],
        found.order_reference ? ['Order id', found.order_reference] : null,
        found.amount_kobo === null ? null : ['Amount', formatNaira(found.amount_kobo)],
        ...sides.flatMap(({ fact, paystack, ours }): (Row | null)[] => [
          paystack === null ? null : [`${fact}, at Paystack`, paystack],
          ours === null ? null : [`${fact}, with us`, ours],
        ]),
        ...others.map(({ name, value }): Row => [name, value]),
        found.due_at ? ['Deadline', formatMoment(found.due_at)] : null,
      ),
    ],
  }
}
