import * as z from 'zod/mini'
import type { Machinery } from '../machinery/machinery.ts'

const reference = z.object({
  reference: z.string(),
  status: z.string(),
  domain: z.string(),
  currency: z.string(),
  captured: z.number(),
  refunded: z.number(),
  refundsUnderWay: z.number(),
  fees: z.number(),
  lostToDisputes: z.number(),
  reversedOutside: z.number(),
  balance: z.number(),
})
const truth = z.object({ references: z.array(reference) })
const refunds = z.array(
  z.object({
    id: z.number(),
    reference: z.string(),
    amount: z.number(),
    status: z.string(),
    merchantNote: z.nullable(z.string()),
  }),
)
const disputes = z.array(
  z.object({ id: z.number(), reference: z.string(), status: z.string(), resolution: z.nullable(z.string()) }),
)
const verified = z.object({ data: z.object({ fees: z.nullable(z.number()) }) })

/** Paystack’s data of one reference, in kobo, with the dashboard’s actions. */
export type Theirs = z.infer<typeof reference> & {
  readonly inDashboard: readonly { readonly id: string; readonly amount: number; readonly done: boolean }[]
  /** Whether its API never says what it took: then it cannot be known. */
  readonly feeIsSaid: boolean
}

export type PaystackTruth = {
  readonly references: readonly Theirs[]
  readonly disputes: z.infer<typeof disputes>
}

/**
 * Reads all of Paystack’s data. After a restore, a refund of ours that the books have lost counts as one of the dashboard:
 * `lostRefund` says which notes are of such a refund.
 */
export async function readTruth(
  machinery: Machinery,
  lostRefund: (note: string) => boolean,
): Promise<PaystackTruth> {
  const told = truth.parse(await machinery.control('GET', '/truth'))
  const made = refunds.parse(await machinery.control('GET', '/refunds'))
  const references: Theirs[] = []
  for (const one of told.references) {
    const inDashboard = made
      .filter((refund) => refund.reference === one.reference && refund.status !== 'failed')
      .filter(({ merchantNote: note }) => !note?.startsWith('refund ') || lostRefund(note))
      .map(({ id, amount, status }) => ({ id: String(id), amount, done: status === 'processed' }))
    references.push({ ...one, inDashboard, feeIsSaid: await saysFee(machinery, one) })
  }
  return { references, disputes: disputes.parse(await machinery.control('GET', '/disputes')) }
}

async function saysFee(machinery: Machinery, one: z.infer<typeof reference>): Promise<boolean> {
  if (one.captured === 0) return true
  const said = verified.safeParse(await machinery.merchant('GET', `/transaction/verify/${one.reference}`))
  return said.success && said.data.data.fees !== null
}
