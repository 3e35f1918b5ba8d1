import type { Kobo } from '@labalaba/contract'
import type { Tx } from '../db.ts'
import { credit, debit, post } from './postings.ts'
import { isPosted } from './rows.ts'

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

/** Whether an order's earning has become available. */
export async function hasEarning(tx: Tx, orderReference: string): Promise<boolean> {
  return await isPosted(tx, keyOf(orderReference))
}

function keyOf(orderReference: string): string {
  return `earning_available:${orderReference}`
}
