import type { Context } from '../context.ts'
import { disputedOf } from '../dispute/repository.ts'
import { domainOf } from '../objects.ts'
import { refundedOf } from '../refund/repository.ts'
import { balances, reversedOf, settledSum } from '../transaction/balance.ts'
import { allTransactions } from '../transaction/repository.ts'

const nothing = {
  captured: 0,
  refunded: 0,
  /** Requested, and neither processed nor failed. */
  refundsUnderWay: 0,
  fees: 0,
  lostToDisputes: 0,
  /** Disputed and undecided; not deducted yet. */
  disputed: 0,
  /** Taken back without a refund or dispute (P-29). */
  reversedOutside: 0,
  balance: 0,
}
type Sums = typeof nothing
const sumKeys = Object.keys(nothing) as (keyof Sums)[]

type ReferenceTruth = Sums & {
  reference: string
  status: string
  currency: string
  requestedAmount: number
  domain: 'test' | 'live'
}

/**
 * Naira totals and every reference, in kobo. Other currencies and the other mode are separate, so that no sum mixes them.
 */
export type Truth = Sums & {
  currency: 'NGN'
  /** The amount transferred to the bank. */
  settled: number
  /** The result of `GET /balance`: with no refund in progress, `balance` minus the settlements. */
  available: number
  otherCurrencies: Record<string, Sums>
  otherMode: Sums
  references: ReferenceTruth[]
}

/**
 * The true totals of section 1.22: captured, refunded, lost and charged in fees, to compare with the product's ledger to
 * the kobo. `refunded` counts processed refunds only; fees are not refunded (section 1.19).
 */
export function truthOf(context: Context): Truth {
  const references = allTransactions(context).map((transaction): ReferenceTruth => {
    const { id, reference, status, currency, requestedAmount } = transaction
    const captured = transaction.paidAt === null ? 0 : transaction.amount
    const fees = transaction.fees ?? 0
    const { done, taken } = refundedOf(context, id)
    const { open, lost } = disputedOf(context, id)
    const reversedOutside = reversedOf(context, id)
    return {
      reference,
      status,
      currency,
      requestedAmount,
      captured,
      refunded: done,
      domain: domainOf(context, transaction),
      refundsUnderWay: taken - done,
      fees,
      lostToDisputes: lost,
      disputed: open,
      reversedOutside,
      balance: captured - done - fees - lost - reversedOutside,
    }
  })
  const ours = references.filter(({ domain }) => domain === context.domain)
  const others = new Set(ours.map(({ currency }) => currency).filter((currency) => currency !== 'NGN'))
  return {
    currency: 'NGN',
    ...sumOf(ours.filter(({ currency }) => currency === 'NGN')),
    settled: settledSum(context),
    available: balances(context)[0]?.balance ?? 0,
    otherCurrencies: Object.fromEntries(
      [...others].map((currency) => [currency, sumOf(ours.filter((one) => one.currency === currency))]),
    ),
    otherMode: sumOf(references.filter(({ domain }) => domain !== context.domain)),
    references,
  }
}

function sumOf(references: ReferenceTruth[]): Sums {
  const sum = { ...nothing }
  for (const reference of references) {
    for (const key of sumKeys) sum[key] += reference[key]
  }
  return sum
}
