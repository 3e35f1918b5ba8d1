import type { Tx } from '../../db.ts'
import * as repository from './repository.ts'

/*
 * All functions here need the lock of the order.
 */

/** A phlebotomist is on the way to the patient: a cancellation while the window lasts still pays the fee. */
export async function setOff(tx: Tx, orderId: number, at: Date): Promise<void> {
  await repository.setVisitFeeTimes(tx, orderId, { set_off_at: at })
}

/** The phlebotomist who had set off could not come, which is our fault: no fee is owed for this trip. */
export async function forgetSetOff(tx: Tx, orderId: number): Promise<void> {
  await repository.setVisitFeeTimes(tx, orderId, { set_off_at: null })
}

/** A phlebotomist went in vain within the window: the fee stays owed, whatever becomes of later visits. */
export async function earnFee(tx: Tx, orderId: number, at: Date): Promise<void> {
  await repository.setVisitFeeTimes(tx, orderId, { fee_earned_at: at })
}

/**
 * The samples taken at home could not be used: a cancellation now pays for no earlier visit. If a phlebotomist is on the
 * way again, the set-off stays. Returns the new order.
 */
export async function freeFee(
  tx: Tx,
  order: repository.OrderRow,
  { isOnTheWay }: { readonly isOnTheWay: boolean },
): Promise<repository.OrderRow> {
  const free = { fee_earned_at: null, ...(!isOnTheWay && { set_off_at: null }) }
  await repository.setVisitFeeTimes(tx, order.id, free)
  return { ...order, ...free }
}
