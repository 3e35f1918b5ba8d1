import { lockOrder, orderById } from '../booking/index.ts'
import type { Db } from '../db.ts'
import type { Clock } from '../platform/clock.ts'
import { Refusal } from '../platform/refusal.ts'
import { assertTakesPayment, openCheckout, type Payer, startPayment } from './attempts.ts'
import { assertOpen } from './links.ts'
import type { Paystack } from './paystack/paystack.ts'
import * as rows from './rows.ts'
import { attemptsPerHour, attemptsPerLink } from './rules.ts'

const hour = 60 * 60 * 1000

export type CheckoutNeeds = {
  readonly db: Db
  readonly clock: Clock
  /** Null where payments are not configured. */
  readonly paystack: Paystack | null
  readonly publicUrl: string
}

export type Checkout = { readonly reference: string; readonly redirecturl: string }

/**
 * Starts a fresh attempt for an unpaid order and opens it. Refuses as `assertTakesPayment` does, `link_ended`, `too_many`,
 * `payments_not_configured` and `payment_provider_down`.
 */
export async function payAgain(needs: CheckoutNeeds, orderId: number, payer: Payer): Promise<Checkout> {
  if (!needs.paystack) throw new Refusal('payments_not_configured')
  const payment = await needs.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const now = needs.clock.now()
    await assertTakesPayment(tx, order, now)
    if (payer.linkId !== null) await assertOpen(tx, payer.linkId, now)
    const most = payer.linkId === null ? attemptsPerHour : attemptsPerLink
    if ((await rows.countStarted(tx, orderId, payer.linkId, new Date(now.getTime() - hour))) >= most)
      throw new Refusal('too_many', { retryAfter: 600 })
    return await startPayment(tx, order, payer, now)
  })
  return await checkoutOf(needs, payment)
}

/**
 * The checkout page of an attempt; of a fresh one where that attempt has ended without money. An attempt that has money
 * keeps its page, so that repeating a booking answers the same.
 */
export async function checkoutOf(needs: CheckoutNeeds, payment: rows.PaymentRow): Promise<Checkout> {
  const { db, clock, paystack } = needs
  // Its owner's credit has paid all of it: the way leads to the order, and never to Paystack.
  if (payment.due_kobo === 0) {
    const order = await orderById(db, payment.order_id)
    return { reference: payment.reference, redirecturl: `${needs.publicUrl}/orders/${order?.reference}` }
  }
  if (!paystack) throw new Refusal('payments_not_configured')
  const opened = await openCheckout({ db, clock, paystack }, payment, needs.publicUrl)
  if (opened) return { reference: payment.reference, redirecturl: opened }
  const now = await rows.paymentById(db, payment.id)
  const ended = now?.state === 'failed' || now?.state === 'abandoned'
  if (!ended && now?.authorization_url)
    return { reference: payment.reference, redirecturl: now.authorization_url }
  return await payAgain(needs, payment.order_id, {
    email: payment.payer_email,
    linkId: payment.link_id,
    useCredit: payment.credit_kobo > 0,
  })
}

/** When the payment page cannot be reached, the order is kept: the refusal says which it is. */
export async function keepingOrder<T>(orderReference: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'payment_provider_down')
      throw new Refusal(error.code, { ...error.details, data: { orderReference } })
    throw error
  }
}
