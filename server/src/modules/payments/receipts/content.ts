import {
  brand,
  formatClock,
  formatDay,
  formatNaira,
  formatNairaExactly,
  kobo,
  lagosDate,
  lagosTime,
} from '@labalaba/contract'
import type { LineRow, OrderRow } from '../../orders/index.ts'
import type { RefundRow } from '../refunds/repository.ts'
import type { PaymentRow } from '../repository.ts'
import type { ReceiptRow } from './repository.ts'

export type Labelled = readonly [label: string, value: string]

/** The complete text of a receipt; drawing adds nothing to it. */
export type ReceiptContent = {
  readonly title: string
  readonly number: string
  readonly issued: string
  readonly facts: readonly Labelled[]
  /** The purchased items, one amount a line. */
  readonly items: readonly Labelled[]
  readonly sums: readonly Labelled[]
  readonly total: Labelled
  readonly paidWith: readonly Labelled[]
  readonly refunds: readonly Labelled[]
  /** The work that was done for the money, and when; only in a document for a bank in a dispute. */
  readonly deeds: readonly Labelled[]
  /** Sentences under the sums. */
  readonly notes: readonly string[]
  /** Set if the lab is sample data. */
  readonly demo: string | null
  readonly company: { readonly name: string; readonly lines: readonly string[] }
}

/** The data of a receipt, frozen when the order was placed and when it was paid. */
export type ReceiptFacts = {
  readonly receipt: ReceiptRow
  readonly order: OrderRow
  readonly lines: readonly LineRow[]
  readonly payment: PaymentRow
  /** Those that failed are not shown. */
  readonly refunds: readonly RefundRow[]
  /** The doctor who booked, if they earn from it. */
  readonly doctor: string | null
  /** What this copy may show: the names of the tests, and the payer's address. */
  readonly showTests: boolean
  readonly showPayer: boolean
}

/** The text of a receipt. It names tests only on a copy that may show them. */
export function receiptContent(facts: ReceiptFacts): ReceiptContent {
  const { receipt, order, payment } = facts
  return {
    title: 'Receipt',
    number: receipt.number,
    issued: dayAndYear(receipt.issued_at),
    facts: factsOf(facts),
    items: itemsOf(facts),
    sums: [
      ['Sub total', formatNairaExactly(order.sub_total_kobo)],
      ['Sample collection fee', formatNairaExactly(order.collection_fee_kobo)],
    ],
    total: ['Total', formatNairaExactly(order.total_kobo)],
    paidWith: paidWith(payment),
    refunds: facts.refunds.filter(({ state }) => state !== 'failed').map(refundLine),
    deeds: [],
    notes: notesOf(facts),
    demo: order.demo ? 'Demo data. The lab is made up, and this receipt proves no payment.' : null,
    company,
  }
}

export const company = {
  name: brand.name,
  lines: [brand.streetAddress, `${brand.supportEmail} · ${brand.supportPhone}`],
}

/** "3 tests", "1 test". */
function counted(tests: number): string {
  return tests === 1 ? '1 test' : `${tests} tests`
}

function factsOf({ order, payment, showPayer }: ReceiptFacts): Labelled[] {
  return [
    ['Patient', clean(order.patient_name)],
    ['Paid by', showPayer ? clean(payment.payer_email) : 'Someone with the payment link'],
    ['Lab', clean(order.lab_name)],
    ['Lab location', clean(`${order.location_name}, ${order.location_address}`)],
    ['Paid on', momentAndYear(payment.paid_at ?? order.created_at)],
    ['Sample', order.mode === 'walkin' ? 'Walk-in Session' : 'Home Sample Collection'],
    ['Order id', order.reference],
    ['Payment reference', payment.reference],
  ]
}

function itemsOf({ order, lines, showTests }: ReceiptFacts): Labelled[] {
  if (!showTests) return [[counted(order.test_count), formatNairaExactly(order.sub_total_kobo)]]
  return lines.map((line): Labelled => [clean(line.name), formatNairaExactly(line.price_kobo)])
}

function paidWith({ captured_kobo, credit_kobo, channel }: PaymentRow): Labelled[] {
  return [
    ...(credit_kobo > 0
      ? [[`Paid with ${brand.name} credit`, formatNairaExactly(credit_kobo)] as const]
      : []),
    ...((captured_kobo ?? 0) > 0
      ? [[`Paid ${channelWords(channel)}`, formatNairaExactly(captured_kobo ?? kobo(0))] as const]
      : []),
  ]
}

const outsideWords = {
  dashboard: 'to where it came from',
  bank: 'by bank transfer',
  dispute: "by the payer's bank",
} as const

function refundLine(refund: RefundRow): Labelled {
  const source = refund.outside ? outsideWords[refund.outside] : 'to where it came from'
  const where =
    refund.source_kobo === 0
      ? `as ${brand.name} credit`
      : refund.credit_kobo === 0
        ? source
        : `partly as ${brand.name} credit, the rest ${source}`
  const done = refund.state === 'processed'
  const words = done
    ? `Returned ${where} on ${dayAndYear(refund.ended_at ?? refund.requested_at)}`
    : `On its way back ${where} since ${dayAndYear(refund.requested_at)}`
  return [words, `−${formatNairaExactly(refund.amount_kobo)}`]
}

function notesOf({ order, doctor }: ReceiptFacts): string[] {
  const earning = order.doctor_share_kobo
  return [
    ...(earning > 0
      ? [
          `${doctor ? clean(doctor) : 'The doctor who booked'} receives ${formatNaira(earning)} from ${brand.name} for this booking. It does not change the price.`,
        ]
      : []),
    `Questions about this payment? Write to ${brand.supportEmail} with the order id.`,
  ]
}

const channels: Readonly<Record<string, string>> = {
  card: 'by card',
  bank: 'from a bank account',
  bank_transfer: 'by bank transfer',
  eft: 'by bank transfer',
  ussd: 'by USSD',
  qr: 'by QR code',
  mobile_money: 'by mobile money',
}

function channelWords(channel: string | null): string {
  return channels[channel ?? ''] ?? 'through Paystack'
}

/** "Tuesday 31 March 2026", in Lagos. */
export function dayAndYear(at: Date): string {
  const day = lagosDate(at)
  return `${formatDay(day)} ${day.slice(0, 4)}`
}

function momentAndYear(at: Date): string {
  return `${dayAndYear(at)} at ${formatClock(lagosTime(at))} (Lagos time)`
}

/** One line without invisible characters, in composed Unicode form. */
function clean(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
