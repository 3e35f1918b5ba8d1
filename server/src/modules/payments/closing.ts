import { brand, formatNaira } from '@labalaba/contract'
import type { Tx } from '../../db.ts'
import { publish } from '../../events.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { accountById } from '../accounts/index.ts'
import { creditBalance, walletOf } from '../ledger/index.ts'
import { cancelOrder, closeExpired, lockOrdersOf } from '../orders/index.ts'
import { freeWindows } from '../scheduling/index.ts'
import { closeLink } from './links.ts'
import { keepsAccount } from './policy.ts'
import * as repository from './repository.ts'

const reason = 'the account was deleted'

/**
 * Closes the open orders of an account, so that it can be deleted: unpaid orders are cancelled, their links revoked and the
 * recipients of the links informed; expired orders are closed. Money that still arrives is refunded automatically. Throws
 * `order_unfinished` while an order is paid and not done, and `money_open` while money of the owner is held, being
 * refunded, or in their wallet.
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
  await freeWindows(
    tx,
    waiting.map(({ id }) => id),
  )
  const actor = (await accountById(tx, accountId))?.type === 'doctor' ? 'doctor' : 'patient'
  for (const order of orders) {
    if (order.state === 'expired') await closeExpired(tx, order, reason, at)
    if (order.state !== 'awaiting_payment') continue
    await cancelOrder(tx, order.id, actor, reason, at)
    await closeLink(tx, order.id, 'revoke', actor, at)
    await publish(tx, 'payment_link.closed', { orderId: order.id })
  }
}

/** Refuses the deletion while we owe the owner money. The message states the credit, because the owner can use it. */
async function refuseOwed(tx: Tx, accountId: number): Promise<void> {
  const credit = await creditBalance(tx, accountId)
  if (credit > 0)
    throw new DomainError('money_open', {
      message: `You have ${formatNaira(credit)} of ${brand.name} credit. You would lose it with your account. Pay a booking with it first, or write to ${brand.supportEmail} about it.`,
    })
  if ((await walletOf(tx, accountId)) !== 0) throw new DomainError('money_open')
}
