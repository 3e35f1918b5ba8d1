import type { Kobo } from '@labalaba/contract'
import type { Tx } from '../db.ts'
import { credit, debit, post } from './postings.ts'
import { isPosted } from './repository.ts'

/** What a doctor earned by one order, and when the result of it was released. */
export type Earning = {
  readonly orderReference: string
  readonly doctorId: number
  /** What is left of the doctor's share after refunds. */
  readonly amount: Kobo
  readonly at: Date
}

/**
 * Records that a doctor may have what an order earned them: it moves from pending to their wallet. Nothing is posted
 * where nothing is left. Repeating it is harmless. The caller holds the order's lock.
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

/** Records that a doctor does not have what an order earned them: it moves from pending to us. Repeating it is harmless. */
export async function recordEarningWithheld(tx: Tx, earning: Earning): Promise<void> {
  const { orderReference, doctorId, amount, at } = earning
  const head = { businessKey: withheldKey(orderReference), kind: 'earning_withheld', orderReference, at }
  await post(tx, head, [
    debit({ kind: 'doctor_pending', owner: String(doctorId) }, amount),
    credit({ kind: 'platform_revenue' }, amount),
  ])
}

/** Where a doctor's share of an order stands: pending, in their wallet, or with us because it was withheld. */
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
