import { brand, formatNaira } from '@labalaba/contract'
import { accountById } from '../account/index.ts'
import { cancelOrder, closeExpired, freePlaces, lockOrdersOf } from '../booking/index.ts'
import type { Tx } from '../db.ts'
import { publish } from '../events.ts'
import { creditBalance, walletOf } from '../ledger/index.ts'
import { DomainError } from '../platform/domain-error.ts'
import { revokeLink } from './links.ts'
import { keepsAccount } from './policy.ts'
import * as repository from './repository.ts'

const reason = 'the account was deleted'

/**
 * Ends what an account still has open, so that it can be deleted: unpaid orders are cancelled, their links revoked and whoever
 * was asked to pay told; expired ones are closed. Money that comes all the same goes back by itself. Refuses
 * `order_unfinished` while an order is paid and not done, and `money_open` while money of theirs is held, on its way back, or
 * in their wallet.
 */
export async function closeOrders(tx: Tx, accountId: number, at: Date): Promise<void> {
  const orders = await lockOrdersOf(tx, accountId)
  const ids = orders.map((order) => order.id)
  const states = await repository.statesByOrder(tx, ids)
  const returning = await repository.ordersBeingReturned(tx, ids)
  const kept = orders.map(({ id, state }) => keepsAccount(state, states.get(id) ?? [], returning.has(id)))
  if (kept.includes('order_unfinished')) throw new DomainError('order_unfinished')
  if (kept.includes('money_open')) throw new DomainError('money_open')
  await refuseOwed(tx, accountId)
  const waiting = orders.filter(({ state }) => state === 'awaiting_payment')
  await freePlaces(
    tx,
    waiting.map(({ id }) => id),
  )
  const actor = (await accountById(tx, accountId))?.type === 'doctor' ? 'doctor' : 'patient'
  for (const order of orders) {
    if (order.state === 'expired') await closeExpired(tx, order, reason, at)
    if (order.state !== 'awaiting_payment') continue
    await cancelOrder(tx, order.id, actor, reason, at)
    await revokeLink(tx, order.id, actor, at)
    await publish(tx, 'payment_link.closed', { orderId: order.id })
  }
}

/** Nobody loses money with their account: what we owe them is theirs first. Credit is named, as they can use it. */
async function refuseOwed(tx: Tx, accountId: number): Promise<void> {
  const credit = await creditBalance(tx, accountId)
  if (credit > 0)
    throw new DomainError('money_open', {
      message: `You have ${formatNaira(credit)} of ${brand.name} credit, and it would be lost with your account. Pay a booking with it first, or write to ${brand.supportEmail} about it.`,
    })
  if ((await walletOf(tx, accountId)) !== 0) throw new DomainError('money_open')
}
