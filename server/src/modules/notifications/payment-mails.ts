import {
  brand,
  formatDay,
  formatMoment,
  formatNaira,
  formatVisitTime,
  hoursLines,
  type LagosDate,
} from '@labalaba/contract'
import type { LocationRow } from '../labs/index.ts'
import { type LineRow, type OrderRow, publicPatientName } from '../orders/index.ts'
import type { PaymentRow } from '../payments/index.ts'
import type { Block, Letter } from './letter.ts'

/** Everything that a mail about a paid order may mention. */
export type Paid = {
  readonly order: OrderRow
  readonly lines: readonly LineRow[]
  readonly place: LocationRow
  readonly payment: PaymentRow
  /** Whether the home visit can be made as it was booked. */
  readonly visit: 'stands' | 'passed' | 'taken'
  readonly publicUrl: string
  /** Opens the order without a login: for the patient's own mail only. */
  readonly trackUrl: string
}

/** The patient's receipt, with place, time and preparation. Subject and preheader name no test. */
export function patientLetter({ order, lines, place, payment, visit, publicUrl, trackUrl }: Paid): Letter {
  return {
    subject: 'Your booking is confirmed',
    preheader: 'Where to go, when, and your receipt are inside.',
    heading: `Thank you, ${order.patient_name}. Your booking is confirmed.`,
    blocks: [
      { kind: 'heading', text: order.mode === 'walkin' ? 'Where to go' : 'The home visit' },
      { kind: 'rows', rows: order.mode === 'walkin' ? walkInRows(order, place) : visitRows(order) },
      ...late(visit),
      ...deskCode(order),
      { kind: 'heading', text: 'Before your test' },
      { kind: 'list', items: preparations(lines) },
      { kind: 'heading', text: 'Receipt' },
      { kind: 'rows', rows: receiptRows(order, lines, payment) },
      { kind: 'heading', text: 'Follow your order' },
      { kind: 'text', text: 'See the progress of your order at any time. You do not need to log in.' },
      { kind: 'button', label: 'Follow your order', href: trackUrl },
      { kind: 'text', text: 'The account that booked it sees the whole order:' },
      { kind: 'link', label: 'See the order', href: `${publicUrl}/orders/${order.reference}` },
      {
        kind: 'note',
        text: 'Anyone with this email can open “Follow your order”. It names no test and no price.',
      },
      { kind: 'note', text: `Questions? Write to ${brand.supportEmail} with your order id.` },
    ],
  }
}

/** The same for the booker, when the patient's own mail says very little. */
export function bookerLetter(paid: Paid): Letter {
  return { ...patientLetter(paid), heading: `The booking for ${paid.order.patient_name} is confirmed.` }
}

/** The receipt of a person who paid for a patient. It names the tests only if the owner of the order chose so. */
export function payerLetter({ order, lines, payment }: Paid): Letter {
  const patient = publicPatientName(order)
  const rows = order.show_tests ? receiptRows(order, lines, payment) : quietReceiptRows(order, payment)
  return {
    subject: 'Receipt for your payment',
    preheader: 'We have your payment. The receipt is inside.',
    heading: `You paid ${formatNaira(order.total_kobo)} for ${patient}`,
    blocks: [
      {
        kind: 'text',
        text: `We have your payment. We have told ${order.lab_name} to expect ${patient}.`,
      },
      { kind: 'rows', rows: [['Patient', patient], ['Lab', order.lab_name], ...rows] },
      {
        kind: 'note',
        text: `You do not need to do anything more. Questions? Write to ${brand.supportEmail} with the order id.`,
      },
    ],
  }
}

/** What the mail with a payment link says: who requests the payment, in verified words, the link, and its expiry. */
type LinkRequest = { readonly sender: string; readonly url: string; readonly expiresAt: Date }

/**
 * The mail with a payment link, to a person who may have no account. Of the text that others typed it contains only the
 * patient's name. The subject contains no name.
 */
export function linkLetter(
  order: OrderRow,
  lines: readonly LineRow[],
  { sender, url, expiresAt }: LinkRequest,
): Letter {
  const patient = publicPatientName(order)
  const tests: Block[] = order.show_tests ? [{ kind: 'list', items: lines.map((line) => line.name) }] : []
  return {
    subject: 'Someone asks you to pay for a booking',
    preheader: `${formatNaira(order.total_kobo)}. The link works for three days.`,
    heading: `You are asked to pay ${formatNaira(order.total_kobo)} for ${patient}`,
    blocks: [
      {
        kind: 'text',
        text: `${sender} asks you to pay. The money is for lab tests booked through ${brand.name}. Pay only if you know the person who sent this.`,
      },
      {
        kind: 'rows',
        rows: [
          ['Order id', order.reference],
          ['Patient', patient],
          ['Lab', order.lab_name],
          ['Tests', String(order.test_count)],
          ['Total', formatNaira(order.total_kobo)],
        ],
      },
      ...tests,
      { kind: 'button', label: `Pay ${formatNaira(order.total_kobo)}`, href: url },
      {
        kind: 'note',
        text: `This link expires on ${formatMoment(expiresAt)} (Lagos time), or when the order is paid.`,
      },
    ],
  }
}

/** Tells a person who received a payment link that there is nothing to pay any more. */
export function linkClosedLetter(order: OrderRow): Letter {
  return {
    subject: 'You do not need to pay for this booking any more',
    preheader: 'The payment link that you received no longer works.',
    heading: 'You do not need to pay any more',
    blocks: [
      {
        kind: 'text',
        text: `You were asked to pay ${formatNaira(order.total_kobo)} for ${publicPatientName(order)}. The booking was cancelled before it was paid. Its payment link no longer works.`,
      },
      {
        kind: 'text',
        text: 'Have you sent money anyway? It goes back by itself to where it came from. You do not need to do anything.',
      },
      {
        kind: 'rows',
        rows: [
          ['Order id', order.reference],
          ['Lab', order.lab_name],
        ],
      },
      { kind: 'note', text: `Questions? Write to ${brand.supportEmail} with the order id.` },
    ],
  }
}

/** Tells the payer that their money is safe while an operator checks the payment. */
export function heldPayerLetter(order: OrderRow, payment: PaymentRow): Letter {
  return {
    subject: 'We have your payment and are checking it',
    preheader: 'Your money is safe. Do not pay again.',
    heading: 'Your money is safe. Do not pay again.',
    blocks: [
      {
        kind: 'text',
        text: 'Your payment reached us, but it does not match the order. Our team will check it. Then we either confirm the order or return the money.',
      },
      {
        kind: 'rows',
        rows: [
          ['Order id', order.reference],
          ['Payment', payment.reference],
        ],
      },
      { kind: 'note', text: `You can write to ${brand.supportEmail} with these numbers.` },
    ],
  }
}

/** The code that the desk of the lab scans. It contains the order id and nothing else. */
function deskCode({ mode, reference }: OrderRow): Block[] {
  if (mode !== 'walkin') return []
  return [{ kind: 'qrCode', label: 'Show this at the desk, or say your order id.', number: reference }]
}

function walkInRows(order: OrderRow, place: LocationRow): [string, string][] {
  return [
    ['Lab', `${order.lab_name}, ${order.location_name}`],
    ['Address', `${order.location_address}, ${place.state}`],
    ['Landmark', place.landmark],
    ['Opening hours', hoursLines(place.openingHours, order.paid_at ?? order.created_at).join('; ')],
    ['When', 'Any day while the lab is open.'],
  ]
}

/** Labels and values of a home visit. */
export function visitRows(order: OrderRow): [string, string][] {
  return [
    ['When', visitTime(order)],
    ['Address', order.collection_address ?? ''],
    ...(order.collection_landmark ? [['Landmark', order.collection_landmark] as [string, string]] : []),
    ['Lab', `${order.lab_name}, ${order.location_name}`],
    ['Order id', order.reference],
  ]
}

/** Day and time of a home visit, in Lagos. */
export function visitTime(order: OrderRow): string {
  return `${formatDay((order.collection_on ?? '') as LagosDate)} ${formatVisitTime(order.collection_time ?? '')}`
}

/** How to prepare, in the catalogue's words. Adds the hours of fasting if those words do not mention eating. */
export function preparations(lines: readonly LineRow[]): string[] {
  return lines.map(({ name, fasting_hours, preparation }) => {
    const unsaid = fasting_hours > 0 && !/\beat\b/i.test(preparation)
    return `${name}: ${unsaid ? `Fast for ${fasting_hours} hours before. ` : ''}${preparation}`
  })
}

function receiptRows(order: OrderRow, lines: readonly LineRow[], payment: PaymentRow): [string, string][] {
  return [
    ...lines.map((line): [string, string] => [line.name, formatNaira(line.price_kobo)]),
    ...(order.collection_fee_kobo > 0
      ? [['Sample collection fee', formatNaira(order.collection_fee_kobo)] as [string, string]]
      : []),
    ...quietReceiptRows(order, payment),
  ]
}

/** A receipt that names no test. */
export function quietReceiptRows(order: OrderRow, payment: PaymentRow): [string, string][] {
  return [
    ['Tests', String(order.test_count)],
    ['Total paid', formatNaira(order.total_kobo)],
    ['Paid', formatMoment(payment.paid_at ?? order.created_at)],
    ['Order id', order.reference],
    ['Payment reference', payment.reference],
    ...(order.doctor_share_kobo > 0
      ? [
          ['Of this, the doctor who booked receives from us', formatNaira(order.doctor_share_kobo)] as [
            string,
            string,
          ],
        ]
      : []),
  ]
}

/** Why a home visit lost its time when its payment came late. */
export const lostVisit = {
  passed: 'The time of the visit had passed when the money came.',
  taken: 'Other people had taken the time of the visit when the money came.',
} as const

function late(visit: Paid['visit']): Block[] {
  if (visit === 'stands') return []
  return [
    {
      kind: 'text',
      text: `${lostVisit[visit]} The person who booked can choose a new day or get the money back. We have asked them by email.`,
    },
  ]
}
