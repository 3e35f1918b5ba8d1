import type { Tx } from '../db.ts'
import * as repository from './repository.ts'

/*
 * In all of these the caller holds the order's lock.
 */

/** Somebody is on the way to the patient: whoever gives the visit up while its window lasts keeps paying its fee. */
export async function setOff(tx: Tx, orderId: number, at: Date): Promise<void> {
  await repository.setWay(tx, orderId, { set_off_at: at })
}

/** Whoever had set off could not come, and that is ours: the fee is as free as it was before they did. */
export async function forgetSetOff(tx: Tx, orderId: number): Promise<void> {
  await repository.setWay(tx, orderId, { set_off_at: null })
}

/** Somebody went in vain, in the time that was promised: the fee is kept, whatever becomes of later visits. */
export async function earnFee(tx: Tx, orderId: number, at: Date): Promise<void> {
  await repository.setWay(tx, orderId, { fee_earned_at: at })
}

/**
 * What was taken at home was of no use: whoever gives up now pays for no visit that was made. That somebody is on the way
 * once more stays known. Answers the order as it is now.
 */
export async function freeFee(
  tx: Tx,
  order: repository.OrderRow,
  { isOnTheWay }: { readonly isOnTheWay: boolean },
): Promise<repository.OrderRow> {
  const free = { fee_earned_at: null, ...(!isOnTheWay && { set_off_at: null }) }
  await repository.setWay(tx, order.id, free)
  return { ...order, ...free }
}
