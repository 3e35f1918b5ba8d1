import {
  brand,
  dayInWords,
  formatDay,
  formatMoment,
  formatNaira,
  formatPhone,
  formatVisitTime,
  hoursLines,
  type LagosDate,
  parseLagosDate,
} from '@labalaba/contract'
import type { AccountSummary } from '../../accounts/index.ts'
import type { LocationRow } from '../../labs/index.ts'
import { type LineRow, type OrderRow, publicPatientName } from '../../orders/index.ts'
import type { PaymentRow } from '../../payments/index.ts'
import { type Block, type Letter, note, type Row, rows } from '../letter.ts'

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
      rows(...(order.mode === 'walkin' ? walkInRows(order, place) : visitRows(order))),
      visit === 'stands'
        ? null
        : `${lostVisit[visit]} The person who booked can choose a new day or get the money back. We have asked them by email.`,
      // The code that the desk of the lab scans. It contains the order id and nothing else.
      order.mode === 'walkin'
        ? { kind: 'qrCode', label: 'Show this at the desk, or say your order id.', number: order.reference }
        : null,
      { kind: 'heading', text: 'Before your test' },
      { kind: 'list', items: preparations(lines) },
      { kind: 'heading', text: 'Receipt' },
      rows(...receiptRows(order, lines, payment)),
      { kind: 'heading', text: 'Follow your order' },
      'See the progress of your order at any time. You do not need to log in.',
      { kind: 'button', label: 'Follow your order', href: trackUrl },
      'The account that booked it sees the whole order:',
      { kind: 'link', label: 'See the order', href: `${publicUrl}/orders/${order.reference}` },
      note('Anyone with this email can open “Follow your order”. It names no test and no price.'),
      note(`Questions? Write to ${brand.supportEmail} with your order id.`),
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
  const receipt = order.show_tests ? receiptRows(order, lines, payment) : quietReceiptRows(order, payment)
  return {
    subject: 'Receipt for your payment',
    preheader: 'We have your payment. The receipt is inside.',
    heading: `You paid ${formatNaira(order.total_kobo)} for ${patient}`,
    blocks: [
      `We have your payment. We have told ${order.lab_name} to expect ${patient}.`,
      rows(['Patient', patient], ['Lab', order.lab_name], ...receipt),
      note(
        `You do not need to do anything more. Questions? Write to ${brand.supportEmail} with the order id.`,
      ),
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
  return {
    subject: 'Someone asks you to pay for a booking',
    preheader: `${formatNaira(order.total_kobo)}. The link works for three days.`,
    heading: `You are asked to pay ${formatNaira(order.total_kobo)} for ${patient}`,
    blocks: [
      `${sender} asks you to pay. The money is for lab tests booked through ${brand.name}. Pay only if you know the person who sent this.`,
      rows(
        ['Order id', order.reference],
        ['Patient', patient],
        ['Lab', order.lab_name],
        ['Tests', String(order.test_count)],
        ['Total', formatNaira(order.total_kobo)],
      ),
      order.show_tests ? { kind: 'list', items: lines.map((line) => line.name) } : null,
      { kind: 'button', label: `Pay ${formatNaira(order.total_kobo)}`, href: url },
      note(`This link expires on ${formatMoment(expiresAt)} (Lagos time), or when the order is paid.`),
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
      `You were asked to pay ${formatNaira(order.total_kobo)} for ${publicPatientName(order)}. The booking was cancelled before it was paid. Its payment link no longer works.`,
      'Have you sent money anyway? It goes back by itself to where it came from. You do not need to do anything.',
      rows(['Order id', order.reference], ['Lab', order.lab_name]),
      note(`Questions? Write to ${brand.supportEmail} with the order id.`),
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
      'Your payment reached us, but it does not match the order. Our team will check it. Then we either confirm the order or return the money.',
      rows(['Order id', order.reference], ['Payment', payment.reference]),
      note(`You can write to ${brand.supportEmail} with these numbers.`),
    ],
  }
}

function walkInRows(order: OrderRow, place: LocationRow): Row[] {
  return [
    ['Lab', `${order.lab_name}, ${order.location_name}`],
    ['Address', `${order.location_address}, ${place.state}`],
    ['Landmark', place.landmark],
    ['Opening hours', hoursLines(place.openingHours, order.paid_at ?? order.created_at).join('; ')],
    ['When', 'Any day while the lab is open.'],
  ]
}

/** Labels and values of a home visit. */
export function visitRows(order: OrderRow): (Row | null)[] {
  return [
    ['When', visitTime(order)],
    ...addressRows(order),
    ['Lab', `${order.lab_name}, ${order.location_name}`],
    ['Order id', order.reference],
  ]
}

function addressRows({ collection_address, collection_landmark }: OrderRow): (Row | null)[] {
  return [
    ['Address', collection_address ?? ''],
    collection_landmark ? ['Landmark', collection_landmark] : null,
  ]
}

/** The number, patient and lab of an order. */
export function orderRows(order: OrderRow): Block {
  const lab = `${order.lab_name}, ${order.location_name}`
  return rows(['Order id', order.reference], ['Patient', order.patient_name], ['Lab', lab])
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

function receiptRows(order: OrderRow, lines: readonly LineRow[], payment: PaymentRow): (Row | null)[] {
  return [
    ...lines.map((line): Row => [line.name, formatNaira(line.price_kobo)]),
    order.collection_fee_kobo > 0 ? ['Sample collection fee', formatNaira(order.collection_fee_kobo)] : null,
    ...quietReceiptRows(order, payment),
  ]
}

/** A receipt that names no test. */
function quietReceiptRows(order: OrderRow, payment: PaymentRow): (Row | null)[] {
  const share = formatNaira(order.doctor_share_kobo)
  return [
    ['Tests', String(order.test_count)],
    ['Total paid', formatNaira(order.total_kobo)],
    ['Paid', formatMoment(payment.paid_at ?? order.created_at)],
    ['Order id', order.reference],
    ['Payment reference', payment.reference],
    order.doctor_share_kobo > 0 ? ['Of this, the doctor who booked receives from us', share] : null,
  ]
}

/** Why a home visit lost its time when its payment came late. */
const lostVisit = {
  passed: 'The time of the visit had passed when the money came.',
  taken: 'Other people had taken the time of the visit when the money came.',
} as const

/** "27 March 1985". */
function bornWords(born: string): string {
  const date = parseLagosDate(born)
  if (date === null) return born
  const { day, month, year } = dayInWords(date)
  return `${day} ${month} ${year}`
}

/** What the lab needs to expect the patient. */
export function labLetter({ order, lines, visit }: Paid): Letter {
  const isWalkIn = order.mode === 'walkin'
  return {
    subject: `A paid booking for ${order.location_name}: ${order.reference}`,
    preheader: isWalkIn ? 'Please expect this patient during opening hours.' : 'Please expect the samples.',
    heading: isWalkIn ? 'A walk-in is booked and paid' : 'A home visit is booked and paid',
    blocks: [
      rows(
        ['Order id', order.reference],
        ['Location', `${order.location_name}, ${order.location_address}`],
        ['How', isWalkIn ? 'Walk-in, during opening hours' : `Home visit, ${visitTime(order)}`],
        ['Patient', order.patient_name],
        ['Gender', order.patient_gender],
        order.patient_born_on ? ['Date of birth', bornWords(order.patient_born_on)] : null,
        ['Phone', formatPhone(order.patient_phone)],
        ...(isWalkIn ? [] : addressRows(order)),
      ),
      visit === 'stands' ? null : `${lostVisit[visit]} Wait until we tell you the new day.`,
      { kind: 'heading', text: 'Tests' },
      { kind: 'list', items: lines.map((line) => `${line.name} (${line.specimen})`) },
    ],
  }
}

/** What an operator sees of a paid order: enough to help, and no test. */
export function operatorLetter({ order, payment, visit, publicUrl }: Paid): Letter {
  return {
    subject: `Paid order ${order.reference}`,
    preheader: `${order.lab_name}, ${order.mode === 'walkin' ? 'walk-in' : 'home visit'}.`,
    heading: 'An order was paid',
    blocks: [
      rows(
        ['Lab', `${order.lab_name}, ${order.location_name}`],
        ['Patient', `${order.patient_name}, ${formatPhone(order.patient_phone)}`],
        [
          'How',
          order.mode === 'walkin'
            ? 'Walk-in'
            : `Home visit, ${visitTime(order)}, ${order.collection_address ?? ''}`,
        ],
        ...quietReceiptRows(order, payment),
      ),
      visit === 'stands'
        ? null
        : `${lostVisit[visit]} We ask the person who booked to choose a new day or a refund. If they do not choose within a day, a case opens for you.`,
      note(`Site: ${publicUrl}`),
    ],
  }
}

/** A host name that a mail may show: plain letters, not too long. */
const plainHost = /^(?=.{4,40}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/

/**
 * Names the sender in mails to people without an account: by the confirmed email, never by the name that the account holder
 * typed. Shows only the first letter and the host of the email, as the rest is free text and private.
 */
export function senderWords(account: Pick<AccountSummary, 'email' | 'state'> | null): string {
  if (account?.state !== 'active') return 'A person whose account is closed'
  const email = account.email.toLowerCase()
  const host = email.slice(email.lastIndexOf('@') + 1)
  if (!plainHost.test(host)) return 'A person with a confirmed email'
  return `A person with the confirmed email ${/^[a-z0-9]/.exec(email)?.[0] ?? ''}…@${host}`
}
