import { formatMoment, formatNaira } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import { accountById, consentOf } from '../../accounts/index.ts'
import { momentsOf, type OrderRow } from '../../orders/index.ts'
import { called, entriesOf } from '../cases/sides.ts'
import { type RefundRow, refundsOfPayment } from '../refunds/repository.ts'
import type { PaymentRow } from '../repository.ts'
import { mailsAbout } from './repository.ts'

/** Our evidence, each fact by its name: times and places; never the name of a test, or a result. */
export type Evidence = Readonly<Record<string, string>>

/** The transitions of an order that prove that the paid work was done. */
const telling: Readonly<Record<string, string>> = {
  collect: 'sample_taken_at',
  receive: 'sample_at_lab_at',
  release: 'results_ready_at',
}

/** Gathers what we have about a disputed payment. */
export async function gatherEvidence(db: Db, payment: PaymentRow, order: OrderRow): Promise<Evidence> {
  const [consent, moments, mails, refunds] = await Promise.all([
    consentOf(db, order.account_id),
    momentsOf(db, order.id),
    mailsAbout(db, payment.id),
    refundsOfPayment(db, payment.id),
  ])
  const goneBack = refunds.filter(({ state }) => state === 'processed').map(inOneLine)
  const stamps = moments.flatMap(({ verb, at }) => {
    const name = telling[verb]
    return name ? [[name, formatMoment(at)] as const] : []
  })
  const sent = mails.map(({ key, sent_at }) => [`mail_${key.split(':')[0]}`, formatMoment(sent_at)] as const)
  return {
    order: order.reference,
    booked_at: formatMoment(order.created_at),
    lab: order.lab_name,
    location: `${order.location_name}, ${order.location_address}`,
    ...(payment.paid_at && { paid_at: formatMoment(payment.paid_at) }),
    ...(order.collection_on && { visit_on: `${order.collection_on} ${order.collection_time ?? ''}`.trim() }),
    ...Object.fromEntries(stamps),
    ...(consent && { consent: `terms ${consent.terms}, privacy ${consent.privacy}` }),
    ...(consent && { consented_at: formatMoment(consent.at) }),
    ...(goneBack.length > 0 && { gone_back: goneBack.join('; ') }),
    ...Object.fromEntries(sent),
  }
}

/** How much was refunded and when; for our own bank transfers also their number, because Paystack does not know them. */
function inOneLine({ amount_kobo, ended_at, outside, outside_reference }: RefundRow): string {
  const moment = ended_at ? ` on ${formatMoment(ended_at)}` : ''
  return `${formatNaira(amount_kobo)}${moment}${outside === 'bank' ? ` (transfer ${outside_reference})` : ''}`
}

/** The evidence as text for the payer's bank. */
export function inWords(evidence: Evidence): string {
  const facts = entriesOf(evidence).map(([name, value]) => `${called(name)}: ${value}`)
  return `Medical laboratory service, booked and paid for on our site. ${facts.join('; ')}.`
}

/**
 * The payer as far as we know them: the account that booked, with the email that the payer gave. The patient's name or
 * phone is used if the account has none.
 */
export async function payerOf(db: Db, payment: PaymentRow, order: OrderRow) {
  const account = await accountById(db, order.account_id)
  return {
    customerEmail: payment.payer_email,
    customerName: account ? account.name || order.patient_name : 'The account is closed',
    customerPhone: account ? account.phone || order.patient_phone : '',
  }
}
