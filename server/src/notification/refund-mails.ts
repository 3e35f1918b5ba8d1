import { brand, formatMoment, formatNaira } from '@labalaba/contract'
import type { OrderRow } from '../booking/index.ts'
import { type CaseRow, type PaymentRow, type RefundRow, sidesOf } from '../payment/index.ts'
import type { Block, Letter } from './letter.ts'
import { visitTime } from './payment-mails.ts'

const bankTime = 'It goes to the card or account that paid. Banks take 3 to 10 working days to show it.'

/** Tells the patient that a booking is cancelled, and what becomes of the money. */
export function cancelledLetter(order: OrderRow, refund: RefundRow | null, publicUrl: string): Letter {
  return {
    subject: 'Your booking is cancelled',
    preheader: refund ? 'What becomes of the money is inside.' : 'Nothing was paid, and nothing is owed.',
    heading: 'Your booking is cancelled',
    blocks: [
      { kind: 'text', text: `${order.lab_name} does not expect you any more for this booking.` },
      ...moneyBack(refund),
      {
        kind: 'rows',
        rows: [
          ['Order', order.reference],
          ['Patient', order.patient_name],
        ],
      },
      { kind: 'button', label: 'See the order', href: `${publicUrl}/orders/${order.reference}` },
      { kind: 'note', text: `Was this not you? Write to ${brand.supportEmail} with your order number.` },
    ],
  }
}

function moneyBack(refund: RefundRow | null): Block[] {
  if (!refund) return [{ kind: 'text', text: 'Nothing had been paid, so nothing goes back.' }]
  return [
    ...(refund.source_kobo > 0
      ? [
          {
            kind: 'text',
            text: `${formatNaira(refund.source_kobo)} is on its way back. ${bankTime}`,
          } as const,
        ]
      : []),
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

/** Tells the lab that it need not expect a patient any more. */
export function cancelledLabLetter(order: OrderRow): Letter {
  return {
    subject: `A booking is cancelled: ${order.reference}`,
    preheader: 'You need not expect this patient any more.',
    heading: 'A booking is cancelled',
    blocks: [
      {
        kind: 'rows',
        rows: [
          ['Order', order.reference],
          ['Patient', order.patient_name],
          ['Location', `${order.location_name}, ${order.location_address}`],
          ['How', order.mode === 'walkin' ? 'Walk-in' : `Home visit, ${visitTime(order)}`],
        ],
      },
    ],
  }
}

/** Tells whoever paid that part of the money is on its way back. */
export function partRefundedLetter(order: OrderRow, payment: PaymentRow, refund: RefundRow): Letter {
  return {
    subject: 'Part of your money is on its way back',
    preheader: 'How much, and where to, is inside.',
    heading: `${formatNaira(refund.amount_kobo)} of your payment goes back`,
    blocks: [...moneyBack(refund), ...numbers(order, payment)],
  }
}

/** Tells whoever paid that Paystack has returned the money. */
export function refundedLetter(order: OrderRow, payment: PaymentRow, refund: RefundRow): Letter {
  return {
    subject: 'Your money has been returned',
    preheader: 'Banks take some working days to show it.',
    heading: `We have returned ${formatNaira(refund.source_kobo)}`,
    blocks: [
      {
        kind: 'text',
        text: 'It goes back to the card or account that paid. Banks take 3 to 10 working days to show it.',
      },
      ...numbers(order, payment),
    ],
  }
}

/** Tells whoever paid that the money has not arrived yet, and that nothing is needed of them. */
export function refundFailedLetter(order: OrderRow, payment: PaymentRow, refund: RefundRow): Letter {
  return {
    subject: 'Your refund did not go through yet',
    preheader: 'Your money is safe, and we are trying again.',
    heading: 'Your refund did not go through yet',
    blocks: [
      {
        kind: 'text',
        text: `Your bank did not take ${formatNaira(refund.source_kobo)} back. Your money is safe with us, and we are trying again by ourselves. You need do nothing.`,
      },
      {
        kind: 'text',
        text: 'We try three more times over about a day. If none of them works, one of us looks at it and writes to you.',
      },
      ...numbers(order, payment),
    ],
  }
}

function numbers(order: OrderRow, payment: PaymentRow): Block[] {
  return [
    {
      kind: 'rows',
      rows: [
        ['Order', order.reference],
        ['Payment', payment.reference],
      ],
    },
    { kind: 'note', text: `Questions? Write to ${brand.supportEmail} with these numbers.` },
  ]
}

/** Tells an operator what waits for a decision, and what to do about it. */
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
          ...(found.order_reference ? [['Order', found.order_reference] as const] : []),
          ...(found.amount_kobo === null ? [] : [['Amount', formatNaira(found.amount_kobo)] as const]),
          ...sides.flatMap(({ fact, paystack, ours }) => [
            ...(paystack === null ? [] : [[`${fact}, at Paystack`, paystack] as const]),
            ...(ours === null ? [] : [[`${fact}, with us`, ours] as const]),
          ]),
          ...others.map(({ name, value }) => [name, value] as const),
          ...(found.due_at ? [['To be done by', formatMoment(found.due_at)] as const] : []),
        ],
      },
    ],
  }
}
