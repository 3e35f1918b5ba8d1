import type { Tx } from '../db.ts'
import * as rows from './rows.ts'

/*
 * In both of these the caller holds the order's lock.
 */

/** Somebody is on the way to the patient: whoever gives the visit up from now on keeps paying its fee. */
export async function setOff(tx: Tx, orderId: number, at: Date): Promise<void> {
  await rows.setSetOff(tx, orderId, at)
}

/** Whoever had set off could not come, and that is ours: the fee is as free as it was. */
export async function forgetSetOff(tx: Tx, orderId: number): Promise<void> {
  await rows.setSetOff(tx, orderId, null)
}
