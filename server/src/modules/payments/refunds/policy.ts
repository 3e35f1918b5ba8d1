import { type Kobo, kobo, sum } from '@labalaba/contract'
import { type Shares, totalOf } from '../../ledger/index.ts'
import { type OrderRow, type VisitFeeFacts, visitIsOwed } from '../../orders/index.ts'

const hour = 60 * 60 * 1000
/** How long after its failure a refund is retried, in milliseconds: the first, the second and the third time. */
const retryPauses = [hour, 6 * hour, 24 * hour]
/** How long a refund may take before a case is opened, in milliseconds: a day. */
export const patience = 24 * hour

/** An order's money, as frozen when it was placed. */
export type OrderMoney = Pick<
  OrderRow,
  `${'lab' | 'doctor' | 'phlebotomist' | 'platform'}_share_kobo` | 'collection_fee_kobo'
>

/** Shares of an order that no refund has taken back: those of the tests, and those of the home visit. */
export type Left = { readonly tests: Shares; readonly visit: Shares }

/** The prefix of the keys of refunds that return the cost of a home visit and nothing of the tests. */
export const unusedFeeKey = 'unused-fee:'

/** An earlier refund, as far as it matters for the next. */
export type Before = {
  readonly request_key: string
  readonly origin: 'shares' | 'unapplied'
  readonly source_kobo: Kobo
  readonly lab_kobo: Kobo
  readonly doctor_kobo: Kobo
  readonly phlebotomist_kobo: Kobo
  readonly platform_kobo: Kobo
}

export const nothing: Shares = { lab: kobo(0), doctor: kobo(0), phlebotomist: kobo(0), platform: kobo(0) }

/** The shares that refunds have taken back, and how much of the platform's share in them was of the visit alone. */
export type Taken = Shares & { readonly ofVisitAlone?: Kobo }

/**
 * The shares of an order that refunds have left. A refund takes from the tests first, and from the visit only after them.
 */
export function leftOf(order: OrderMoney, taken: Taken): Left {
  const visit = kobo(order.collection_fee_kobo - order.phlebotomist_share_kobo)
  const tests = kobo(order.platform_share_kobo - visit)
  const takenOfTests = Math.min(taken.platform - (taken.ofVisitAlone ?? 0), tests)
  return {
    tests: {
      lab: kobo(order.lab_share_kobo - taken.lab),
      doctor: kobo(order.doctor_share_kobo - taken.doctor),
      phlebotomist: kobo(0),
      platform: kobo(tests - takenOfTests),
    },
    visit: {
      ...nothing,
      phlebotomist: kobo(order.phlebotomist_share_kobo - taken.phlebotomist),
      platform: kobo(visit - (taken.platform - takenOfTests)),
    },
  }
}

/** The shares of an order that refunds have taken back, including failed ones. */
export function takenBy(before: readonly Before[]): Taken {
  const ofVisit = before.filter(({ request_key }) => request_key.startsWith(unusedFeeKey))
  return {
    ofVisitAlone: sum(ofVisit.map((refund) => refund.platform_kobo)),
    lab: sum(before.map((refund) => refund.lab_kobo)),
    doctor: sum(before.map((refund) => refund.doctor_kobo)),
    phlebotomist: sum(before.map((refund) => refund.phlebotomist_kobo)),
    platform: sum(before.map((refund) => refund.platform_kobo)),
  }
}

/**
 * The money of a payment that came from its source, paid the order, and was not promised back to the source. A failed
 * refund stays promised: another replaces it.
 */
export function leftOfSource(due: Kobo, before: readonly Before[]): Kobo {
  const ofShares = before.filter((refund) => refund.origin === 'shares')
  return kobo(due - sum(ofShares.map((refund) => refund.source_kobo)))
}

/** The money that paid no order and is neither refunded nor being refunded. */
export function leftOfHeld(
  captured: Kobo,
  before: readonly { readonly state: string; readonly source_kobo: Kobo }[],
): Kobo {
  return kobo(captured - sum(before.filter(({ state }) => state !== 'failed').map((one) => one.source_kobo)))
}

/**
 * Whether a cancellation retains the collection fee: only if the account that booked gives up a visit that is owed. If the
 * lab or an operator cancels, nothing is retained.
 */
export function keepsFee(order: VisitFeeFacts, actor: string, now: Date): boolean {
  return (actor === 'patient' || actor === 'doctor') && visitIsOwed(order, now)
}

/** The shares that a cancellation refunds: all that are left, or only those of the tests. */
export function sharesOfAll(left: Left, feeIsKept: boolean): Shares {
  return feeIsKept ? left.tests : added(left.tests, left.visit)
}

/**
 * The shares that a partial refund takes back, in proportion to what is left of each, to the kobo by largest remainder:
 * from the tests first, then from the visit. Null if not enough is left.
 */
export function sharesOfPart(left: Left, amount: Kobo): Shares | null {
  const ofTests = Math.min(amount, totalOf(left.tests))
  const ofVisit = amount - ofTests
  if (ofVisit > totalOf(left.visit)) return null
  return added(dealOut(kobo(ofTests), left.tests), dealOut(kobo(ofVisit), left.visit))
}

const sharers = ['lab', 'doctor', 'phlebotomist', 'platform'] as const

/**
 * Divides an amount in proportion to `shares`; none gets more than its share, as long as the amount is not above their sum.
 */
function dealOut(amount: Kobo, shares: Shares): Shares {
  const total = BigInt(totalOf(shares))
  if (total === 0n) return nothing
  const dealt = sharers.map((sharer) => {
    const exact = BigInt(amount) * BigInt(shares[sharer]) // too large for a number
    return { sharer, whole: Number(exact / total), rest: exact % total }
  })
  const missing = amount - dealt.reduce((sum, { whole }) => sum + whole, 0)
  const first = dealt.toSorted((a, b) => (b.rest > a.rest ? 1 : b.rest < a.rest ? -1 : 0)).slice(0, missing)
  const amountOf = (sharer: (typeof sharers)[number]) => {
    const whole = dealt.find((each) => each.sharer === sharer)?.whole ?? 0
    return kobo(whole + (first.some((each) => each.sharer === sharer) ? 1 : 0))
  }
  return {
    lab: amountOf('lab'),
    doctor: amountOf('doctor'),
    phlebotomist: amountOf('phlebotomist'),
    platform: amountOf('platform'),
  }
}

function added(one: Shares, other: Shares): Shares {
  return {
    lab: kobo(one.lab + other.lab),
    doctor: kobo(one.doctor + other.doctor),
    phlebotomist: kobo(one.phlebotomist + other.phlebotomist),
    platform: kobo(one.platform + other.platform),
  }
}

/** How an amount is refunded: to the source as far as it came from there, the rest as credit; or all of it as credit. */
export function waysBack(
  amount: Kobo,
  to: 'source' | 'credit',
  leftOfSource: Kobo,
): { readonly toSource: Kobo; readonly toCredit: Kobo } {
  const toSource = kobo(to === 'credit' ? 0 : Math.min(amount, leftOfSource))
  return { toSource, toCredit: kobo(amount - toSource) }
}

/** When a refund that has failed for the `failures`th time is retried; null if a person must decide. */
export function retryAfter(failures: number, now: Date): Date | null {
  const pause = retryPauses[failures - 1]
  return pause === undefined ? null : new Date(now.getTime() + pause)
}
