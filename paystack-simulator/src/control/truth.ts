import type { Context } from '../context.ts'
import { refundedOf } from '../refund/rows.ts'
import { allTransactions } from '../transaction/rows.ts'

type Sums = { captured: number; refunded: number; fees: number; balance: number }

type ReferenceTruth = Sums & { reference: string; status: string; currency: string; requestedAmount: number }

/** Naira totals and every reference, in kobo; other currencies stand apart so that no sum mixes two moneys. */
export type Truth = Sums & {
  currency: 'NGN'
  otherCurrencies: Record<string, Sums>
  references: ReferenceTruth[]
}

/**
 * The oracle of section 1.22: what was captured, given back and charged in fees, to be compared with the product's
 * ledger kobo for kobo. `refunded` counts processed refunds only; fees are not given back (section 1.19).
 */
export function truthOf(context: Context): Truth {
  const references = allTransactions(context).map((transaction): ReferenceTruth => {
    const { id, reference, status, currency, requestedAmount } = transaction
    const captured = transaction.paidAt === null ? 0 : transaction.amount
    const fees = transaction.fees ?? 0
    const refunded = captured === 0 ? 0 : refundedOf(context, id).done
    return {
      reference,
      status,
      currency,
      requestedAmount,
      captured,
      refunded,
      fees,
      balance: captured - refunded - fees,
    }
  })
  const others = new Set(references.map(({ currency }) => currency).filter((currency) => currency !== 'NGN'))
  return {
    currency: 'NGN',
    ...sumOf(references, 'NGN'),
    otherCurrencies: Object.fromEntries(
      [...others].map((currency) => [currency, sumOf(references, currency)]),
    ),
    references,
  }
}

function sumOf(references: ReferenceTruth[], currency: string): Sums {
  const sums = { captured: 0, refunded: 0, fees: 0, balance: 0 }
  for (const row of references) {
    if (row.currency !== currency) continue
    sums.captured += row.captured
    sums.refunded += row.refunded
    sums.fees += row.fees
    sums.balance += row.balance
  }
  return sums
}
