import type { Kobo } from '@labalaba/contract'
import type { Tx } from '../../db.ts'
import { credit, debit, post } from './postings.ts'
import { isPosted } from './repository.ts'

/** A doctor's earning from one order, and when its result was released. */
export type Earning = {
  readonly orderReference: string
  readonly doctorId: number
  /** The doctor's share that is left after refunds, in kobo. */
  readonly amount: Kobo
  readonly at: Date
}

/**
 * Records that the earning of an order became available: it moves from pending to the doctor's wallet. Posts nothing if the
 * amount is zero. Repeating it is harmless. The caller holds the lock of the order.
 */
export async function recordEarningAvailable(tx: Tx, earning: Earning): Promise<void> {
  const { orderReference, doctorId, amount, at } = earning
  if (amount === 0) return
  const owner = String(doctorId)
  const head = { businessKey: keyOf(orderReference), kind: 'earning_available', orderReference, at }
  await post(tx, head, [
    debit({ kind: 'doctor_pending', owner }, amount),
    credit({ kind: 'doctor_wallet', owner }, amount),
  ])
}

/** Records that a doctor's earning is withheld: it moves from pending to our revenue. Repeating it is harmless. */
export async function recordEarningWithheld(tx: Tx, earning: Earning): Promise<void> {
  const { orderReference, doctorId, amount, at } = earning
  const head = { businessKey: withheldKey(orderReference), kind: 'earning_withheld', orderReference, at }
  await post(tx, head, [
    debit({ kind: 'doctor_pending', owner: String(doctorId) }, amount),
    credit({ kind: 'platform_revenue' }, amount),
  ])
}

/** The ledger account of a doctor's share of an order: pending, wallet, or ours if it was withheld. */
export async function whereEarningStands(
  tx: Tx,
  orderReference: string,
): Promise<'doctor_pending' | 'doctor_wallet' | 'platform_revenue'> {
  if (await isPosted(tx, keyOf(orderReference))) return 'doctor_wallet'
  return (await isPosted(tx, withheldKey(orderReference))) ? 'platform_revenue' : 'doctor_pending'
}

function keyOf(orderReference: string): string {
  return `earning_available:${orderReference}`
}

function withheldKey(orderReference: string): string {
  return `earning_withheld:${orderReference}`
}
