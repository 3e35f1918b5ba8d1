import { nairaOf, type PaymentLinkView } from '@labalaba/contract'
import type { LineRow, OrderRow } from '../orders/index.ts'
import type { LinkRow } from '../payments/index.ts'
import { stateAt } from '../payments/index.ts'

/** What the view of a link shows in addition to the order itself. */
type LinkDetails = {
  readonly lines: readonly LineRow[]
  readonly doctorName: string | null
  readonly receipt: boolean
  readonly visitFull: boolean
}

/** What a payer sees: the patient, the place, the number of tests and the total; the tests only if the owner chose so. */
export function presentLinkView(
  link: LinkRow,
  order: OrderRow,
  { lines, doctorName, receipt, visitFull }: LinkDetails,
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
