import { brand, formatMoment, formatNaira } from '@labalaba/contract'
import type { CaseRow } from '../cases/index.ts'
import type { OrderRow } from '../orders/index.ts'
import { type PaymentRow, type RefundRow, sidesOf } from '../payments/index.ts'
import type { Block, Letter } from './letter.ts'
import { visitTime } from './payment-mails.ts'

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
    heading: 'Your booking is cancelled',
    blocks: [
      ...whoCancelled(order, cancellation),
      { kind: 'text', text: `${order.lab_name} no longer expects you for this booking.` },
      ...moneyBack(refund),
      {
        kind: 'rows',
        rows: [
          ['Order id', order.reference],
          ['Patient', order.patient_name],
        ],
      },
      { kind: 'button', label: 'See the order', href: `${publicUrl}/orders/${order.reference}` },
      {
        kind: 'note',
        text:
          by === 'lab' || by === 'operator'
            ? `Questions? Write to ${brand.supportEmail} with your order id.`
            : `Was this not you? Write to ${brand.supportEmail} with your order id.`,
      },
    ],
  }
}

/** Who cancelled a booking, and the reason in their words. */
type Cancellation = { readonly actor: string; readonly reason: string | null }

function whoCancelled(order: OrderRow, cancellation: Cancellation | undefined): Block[] {
  const { actor, reason } = cancellation ?? { actor: '', reason: null }
  if (actor !== 'lab' && actor !== 'operator') return []
  const who = actor === 'lab' ? order.lab_name : brand.name
  return [{ kind: 'text', text: `${who} cancelled it. ${reason ? `Why: ${reason}` : ''}`.trim() }]
}

function moneyBack(refund: RefundRow | null): Block[] {
  if (!refund) return [{ kind: 'text', text: 'Nothing was paid, so there is nothing to refund.' }]
  return [
    ...(refund.source_kobo > 0 ? [{ kind: 'text', text: wayBack(refund) } as const] : []),
    ...(refund.credit_kobo > 0
      ? [
          {
            kind: 'text',
            text: `${formatNaira(refund.credit_kobo)} is ${brand.name} credit in the account that booked. It pays for the next booking.`,
          } as const,
        ]
      : []),
  ]
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
export function cancelledLabLetter(order: OrderRow): Letter {
  return {
    subject: `A booking is cancelled: ${order.reference}`,
    preheader: 'You do not need to expect this patient any more.',
    heading: 'A booking is cancelled',
    blocks: [
      {
        kind: 'rows',
        rows: [
          ['Order id', order.reference],
          ['Patient', order.patient_name],
          ['Location', `${order.location_name}, ${order.location_address}`],
          ['How', order.mode === 'walkin' ? 'Walk-in' : `Home visit, ${visitTime(order)}`],
        ],
      },
    ],
  }
}

/** Tells the payer that part of the money is on its way back. */
export function partRefundedLetter(order: OrderRow, payment: PaymentRow, refund: RefundRow): Letter {
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
    blocks: [{ kind: 'text', text: returnedWords(refund) }, ...numbers(order, payment)],
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
    heading: 'Your refund did not go through yet',
    blocks: [...failedWords(payment, refund), ...numbers(order, payment)],
  }
}

function failedWords(payment: PaymentRow, refund: RefundRow): Block[] {
  const amount = moneyOf(payment, refund)
  if (refund.refusal !== null)
    return [
      {
        kind: 'text',
        text: `You paid through Paystack. Paystack did not accept our request to send ${amount} back. Your money is safe with us. Our team checks it and writes to you. You do not need to do anything.`,
      },
    ]
  return [
    {
      kind: 'text',
      text: `Your bank did not accept the refund of ${amount}. Your money is safe with us, and we are trying again. You do not need to do anything.`,
    },
    {
      kind: 'text',
      text: 'We try three more times over about a day. If none of them works, our team checks it and writes to you.',
    },
  ]
}

function numbers(order: OrderRow, payment: PaymentRow): Block[] {
  return [
    {
      kind: 'rows',
      rows: [
        ['Order id', order.reference],
        ['Payment', payment.reference],
      ],
    },
    { kind: 'note', text: `Questions? Write to ${brand.supportEmail} with these numbers.` },
  ]
}

/** Tells an operator about a case to decide, and what to do about it. */
export function caseLetter(
  found: CaseRow,
  words: { readonly title: string; readonly whatToDo: string },
): Letter {
  const { sides, found: others } = sidesOf(found)
  return {
    subject: `To decide: ${found.subject}`,
    preheader: 'Money waits for your decision.',
    heading: words.title,
    blocks: [
      { kind: 'text', text: words.whatToDo },
      {
        kind: 'rows',
        rows: [
          ['About', found.subject],
          ...(found.order_reference ? [['Order id', found.order_reference] as const] : []),
          ...(found.amount_kobo === null ? [] : [['Amount', formatNaira(found.amount_kobo)] as const]),
          ...sides.flatMap(({ fact, paystack, ours }) => [
            ...(paystack === null ? [] : [[`${fact}, at Paystack`, paystack] as const]),
            ...(ours === null ? [] : [[`${fact}, with us`, ours] as const]),
          ]),
          ...others.map(({ name, value }) => [name, value] as const),
          ...(found.due_at ? [['Deadline', formatMoment(found.due_at)] as const] : []),
        ],
      },
    ],
  }
}
