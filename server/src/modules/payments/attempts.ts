import { setTimeout as sleep } from 'node:timers/promises'
import { creditFor, type Kobo, kobo } from '@labalaba/contract'
import { ulid } from 'ulid'
import type { Tx } from '../../db.ts'
import { withoutPermit } from '../../infra/http/concurrency-limiter.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { creditBalance, lockCredit } from '../ledger/index.ts'
import { assertPayable, type OrderRow } from '../orders/index.ts'
import { type HoldAllowance, holdWindow, lockWindow } from '../scheduling/index.ts'
import { settleByCredit } from './capture.ts'
import type { Provider } from './paystack/paystack.ts'
import { firstPause } from './policy.ts'
import * as repository from './repository.ts'

/** When a caller that is opening a checkout counts as dead, and how long others wait for it; milliseconds. */
const openingLife = 30_000
const longestWait = 20_000
const lookEvery = 150

export type Payer = {
  readonly email: string
  readonly linkId: string | null
  /** Whether the credit of the order's owner pays as much as it can; never for a payment through a link. */
  readonly useCredit: boolean
  /** The limit of holds for the payer's network. */
  readonly holds?: HoldAllowance | undefined
}

/**
 * Checks that an order can be paid now. Throws the errors of the orders' `assertPayable`, and `payment_held` while money for
 * it waits for an operator, so that it is not paid twice. The caller holds the lock of the order.
 */
export async function assertTakesPayment(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  await assertPayable(tx, order, now)
  if ((await repository.heldOf(tx, order.id)).length > 0) throw new DomainError('payment_held')
}

/**
 * Records a new attempt with a reference that is never reused, before the call to Paystack, and holds the appointment
 * window of the order's home visit from now on. If credit pays the whole order, the attempt is settled with it and Paystack
 * is not called. Throws `slot_full` and `too_many_holds`. The caller holds the lock of the order.
 */
export async function startPayment(
  tx: Tx,
  order: OrderRow,
  payer: Payer,
  now: Date,
): Promise<repository.PaymentRow> {
  await holdWindow(tx, order, now, payer.holds)
  const credit = await creditAtStart(tx, order, payer)
  const payment = await repository.insertPayment(tx, {
    reference: `bk-${ulid(now.getTime()).toLowerCase()}`,
    order_id: order.id,
    link_id: payer.linkId,
    payer_email: payer.email,
    due_kobo: kobo(order.total_kobo - credit),
    credit_kobo: credit,
    started_at: now,
    check_at: new Date(now.getTime() + firstPause),
  })
  return credit === order.total_kobo ? await settleByCredit(tx, order, payment, now) : payment
}

/**
 * How much of an attempt that starts now the owner's credit pays. Nothing is reserved. If credit pays everything, it is
 * taken immediately, so the credit is locked first, after the window of the home visit.
 */
export async function creditAtStart(tx: Tx, order: OrderRow, payer: Payer): Promise<Kobo> {
  if (!payer.useCredit || payer.linkId !== null) return kobo(0)
  const seen = creditFor(await creditBalance(tx, order.account_id), order.total_kobo)
  if (seen < order.total_kobo) return seen
  await lockWindow(tx, order)
  return creditFor(await lockCredit(tx, order.account_id), order.total_kobo)
}

/**
 * The checkout page of an attempt. Of concurrent callers one calls Paystack and the others wait for it. Returns null if
 * this attempt can no longer be opened and a new one is needed. Throws `payments_busy` if too many callers wait for Paystack,
 * and `payment_provider_down`; the attempt stays.
 */
export async function openCheckout(
  provider: Provider,
  payment: repository.PaymentRow,
  publicUrl: string,
): Promise<string | null> {
  const { db, clock } = provider
  const until = Date.now() + longestWait
  let seen: repository.PaymentRow | undefined = payment
  while (seen?.state === 'started' && !seen.authorization_url) {
    const now = clock.now()
    const claimed = await repository.claimOpening(db, payment.id, now, new Date(now.getTime() - openingLife))
    if (claimed) return await askForCheckout(provider, claimed, publicUrl)
    if (Date.now() > until) throw new DomainError('payment_provider_down', { retryAfter: 5 })
    await withoutPermit(() => sleep(lookEvery))
    seen = await repository.paymentById(db, payment.id)
  }
  return seen?.state === 'started' ? seen.authorization_url : null
}

async function askForCheckout(
  { db, clock, paystack }: Provider,
  payment: repository.PaymentRow,
  publicUrl: string,
): Promise<string | null> {
  const answer = await paystack.initialize({
    reference: payment.reference,
    email: payment.payer_email,
    amount: payment.due_kobo,
    callbackUrl: `${publicUrl}/payment/return`,
    cancelUrl: `${publicUrl}/payment/return?reference=${payment.reference}&cancelled=1`,
  })
  if (answer.kind === 'yes') {
    const { authorizationUrl } = answer.value
    const checkAt = new Date(clock.now().getTime() + firstPause)
    await repository.setCheckout(db, payment.id, { authorizationUrl, checkAt })
    return authorizationUrl
  }
  if (answer.kind === 'unknown') {
    await repository.releaseOpening(db, payment.id)
    const { retryAfter } = answer
    if (retryAfter !== undefined) throw new DomainError('payments_busy', { retryAfter })
    throw new DomainError('payment_provider_down', { retryAfter: 5 })
  }
  const lost = answer.code === 'duplicate_reference'
  await db.transaction().execute(async (tx) => {
    const locked = await repository.lockPayment(tx, payment.id)
    if (locked.state !== 'started') return
    const move = { actor: 'system', at: clock.now(), reason: answer.code.slice(0, 100) } as const
    await repository.movePayment(tx, locked, { verb: lost ? 'abandon' : 'fail', ...move })
  })
  if (!lost) throw new DomainError('payment_provider_down', { retryAfter: 30 })
  return null
}
