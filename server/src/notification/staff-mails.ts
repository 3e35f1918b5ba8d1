import { formatNaira, formatPhone } from '@labalaba/contract'
import type { OrderRow } from '../booking/index.ts'
import type { PaymentRow } from '../payment/index.ts'
import type { Letter } from './letter.ts'
import { dayHasPassed, type Paid, quietReceiptRows, visitRows, visitTime } from './payment-mails.ts'

/** What the laboratory needs to expect the patient. */
export function labLetter({ order, lines, payment }: Paid): Letter {
  const when = order.mode === 'walkin' ? 'Walk-in, during opening hours' : `Home visit, ${visitTime(order)}`
  const rows: [string, string][] = [
    ['Order', order.reference],
    ['Location', `${order.location_name}, ${order.location_address}`],
    ['How', when],
    ['Patient', order.patient_name],
    ['Gender', order.patient_gender],
    ...(order.patient_born_on ? [['Date of birth', order.patient_born_on] as [string, string]] : []),
    ['Phone', formatPhone(order.patient_phone)],
    ...(order.mode === 'walkin' ? [] : visitRows(order)),
  ]
  return {
    subject: `A paid booking for ${order.location_name}: ${order.reference}`,
    preheader: 'A patient has paid and is to be expected.',
    heading: 'A paid patient is on the way',
    blocks: [
      { kind: 'rows', rows },
      ...(dayHasPassed(order, payment)
        ? [
            {
              kind: 'text',
              text: 'The time of the visit had passed when the money came. Wait until we tell you the new day.',
            } as const,
          ]
        : []),
      { kind: 'heading', text: 'Tests' },
      { kind: 'list', items: lines.map((line) => `${line.name} (${line.specimen})`) },
    ],
  }
}

/** What an operator sees of a paid order: enough to help, and no test. */
export function operatorLetter({ order, payment, publicUrl }: Paid): Letter {
  return {
    subject: `Paid order ${order.reference}`,
    preheader: `${order.lab_name}, ${order.mode === 'walkin' ? 'walk-in' : 'home visit'}.`,
    heading: 'An order was paid',
    blocks: [
      {
        kind: 'rows',
        rows: [
          ['Order', order.reference],
          ['Laboratory', `${order.lab_name}, ${order.location_name}`],
          ['Patient', `${order.patient_name}, ${formatPhone(order.patient_phone)}`],
          [
            'How',
            order.mode === 'walkin'
              ? 'Walk-in'
              : `Home visit, ${visitTime(order)}, ${order.collection_address ?? ''}`,
          ],
          ...quietReceiptRows(order, payment),
        ],
      },
      ...(dayHasPassed(order, payment)
        ? [
            {
              kind: 'text',
              text: 'The day of the visit had passed when the money came. Agree a new day with the patient, or return the money.',
            } as const,
          ]
        : []),
      { kind: 'note', text: `Site: ${publicUrl}` },
    ],
  }
}

const holdReasons: Record<string, string> = {
  paid_before: 'The order had already been paid, so this payment is being returned.',
  too_late: 'The order had been cancelled, so this payment is being returned.',
  wrong_amount: 'The amount is not the amount of the order.',
  wrong_currency: 'The currency is not naira.',
  wrong_domain: 'The payment comes from another Paystack mode.',
  wrong_reference: 'Paystack answered for another reference.',
  refund_failed: 'Paystack could not return the money.',
}

/** Tells an operator that captured money waits for a decision. */
export function heldOperatorLetter(order: OrderRow, payment: PaymentRow): Letter {
  const captured =
    payment.captured_kobo === null
      ? 'unknown'
      : `${formatNaira(payment.captured_kobo)} (${payment.captured_currency})`
  return {
    subject: `Money held: ${payment.reference}`,
    preheader: 'A payment waits for your decision.',
    heading: 'A payment is held',
    blocks: [
      {
        kind: 'text',
        text: holdReasons[payment.hold_reason ?? ''] ?? 'It could not be matched with its order.',
      },
      {
        kind: 'rows',
        rows: [
          ['Payment', payment.reference],
          ['Order', order.reference],
          ['Due', formatNaira(payment.due_kobo)],
          ['Received', captured],
        ],
      },
      { kind: 'text', text: 'See `held-payments` and `refund` of the command line.' },
    ],
  }
}

/** Tells an operator that money has not found its way back. */
export function refundStuckLetter(order: OrderRow, payment: PaymentRow): Letter {
  return {
    subject: `A refund waits for you: ${payment.reference}`,
    preheader: 'Paystack has not returned the money.',
    heading: 'A refund has not gone through',
    blocks: [
      {
        kind: 'text',
        text: "Paystack refused it, asks for the payer's bank details, or has taken more than a day. Look at the refund in Paystack's dashboard. We go on asking, and book it when it is done.",
      },
      {
        kind: 'rows',
        rows: [
          ['Payment', payment.reference],
          ['Order', order.reference],
          ['Amount', formatNaira(payment.captured_kobo ?? payment.due_kobo)],
        ],
      },
    ],
  }
}
