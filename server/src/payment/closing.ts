import { accountById } from '../account/index.ts'
import { cancelOrder, closeExpired, lockOrdersOf } from '../booking/index.ts'
import type { Tx } from '../db.ts'
import { walletOf } from '../ledger/index.ts'
import { Refusal } from '../platform/refusal.ts'
import { revokeLink } from './links.ts'
import * as rows from './rows.ts'
import { keepsAccount } from './rules.ts'

const reason = 'the account was deleted'

/**
 * Ends what an account still has open, so that it can be deleted: unpaid orders are cancelled and their links revoked, expired
 * ones closed;
 * money that comes all the same goes back by itself. Refuses `order_unfinished` while an order is paid and not done, and
 * `money_open` while money of theirs is held, on its way back, or in their wallet.
 */
export async function closeOrders(tx: Tx, accountId: number, at: Date): Promise<void> {
  const orders = await lockOrdersOf(tx, accountId)
  const states = await rows.statesByOrder(
    tx,
    orders.map((order) => order.id),
  )
  const kept = orders.map((order) => keepsAccount(order.state, states.get(order.id) ?? []))
  if (kept.includes('order_unfinished')) throw new Refusal('order_unfinished')
  if (kept.includes('money_open') || (await walletOf(tx, accountId)) !== 0) throw new Refusal('money_open')
  const actor = (await accountById(tx, accountId))?.type === 'doctor' ? 'doctor' : 'patient'
  for (const order of orders) {
    if (order.state === 'expired') await closeExpired(tx, order, reason, at)
    if (order.state !== 'awaiting_payment') continue
    await cancelOrder(tx, order.id, actor, reason, at)
    await revokeLink(tx, order.id, actor, at)
  }
}
