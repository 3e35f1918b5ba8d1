import type { BookingForm } from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import type { Actor } from '../../infra/http/http.ts'
import type { UseLimits } from '../../infra/http/use-limits.ts'
import { accountById } from '../accounts/index.ts'
import {
  allowanceOf,
  lockOrder,
  type OrderRow,
  type openBookingCount,
  orderById,
  placeOrder,
  setShowTests,
  unpaidLife,
} from '../orders/index.ts'
import {
  assertOpen,
  assertTakesPayment,
  attemptsPerHour,
  attemptsPerLink,
  countStarted,
  creditAtStart,
  ensureLink,
  type LinkMaker,
  type LinkRow,
  linkLife,
  type MaybeProvider,
  makeLink,
  newestLink,
  openCheckout,
  type Payer,
  type PaymentRow,
  paymentById,
  paymentsOf,
  startPayment,
  stateAt,
} from '../payments/index.ts'
import { type HoldAllowance, holdAllowanceOf, holdWindow } from '../scheduling/index.ts'

const hour = 60 * 60 * 1000

export type CheckoutDependencies = MaybeProvider & LinkMaker & { readonly useLimits: UseLimits }

/** Also counts the bookings of an account; see `openBookingCount`. */
export type BookingDependencies = CheckoutDependencies & {
  readonly countBooking: ReturnType<typeof openBookingCount>
}

type Checkout = { readonly reference: string; readonly redirecturl: string }

/** The result of a booking: Paystack's page, or the link for another payer. */
type BookingReceipt = { readonly orderReference: string } & (
  | { readonly redirecturl: string }
  | { readonly link: LinkRow }
)

/**
 * Books tests for a patient: places the order with its first payment attempt or its link in one transaction, and then opens
 * Paystack's page, the slow call, outside it. Repeating a booking returns the same order. If the payment is refused or must
 * wait, or Paystack is down, the order stays, and the error names it. Throws `too_many_bookings` and the errors of `placeOrder` and
 * `payAgain`.
 */
export async function addBooking(
  deps: BookingDependencies,
  actor: Actor,
  form: BookingForm,
  address: string,
): Promise<BookingReceipt> {
  const { db, clock, secret, useLimits, countBooking } = deps
  const allowance = allowanceOf(actor, useLimits)
  await countBooking(actor, form.reference)
  const byLink = form.payment === 'link'
  const holds = holdAllowanceOf(deps, address)
  const now = clock.now()
  const { order, link, payment } = await db.transaction().execute(async (tx) => {
    const waits = byLink ? linkLife : unpaidLife
    const { order, isNew } = await placeOrder(tx, actor, form, { now, waits, allowance, holds })
    if (!isNew) return { order, link: null, payment: null }
    if (byLink) return { order, link: await makeLink(tx, secret, order.reference, now), payment: null }
    const payer = await ownPayer(tx, order, form.useCredit, holds)
    return { order, link: null, payment: await startPayment(tx, order, payer, now) }
  })
  return await withOrderReference(order.reference, async () => {
    const orderReference = order.reference
    if (byLink)
      return { orderReference, link: link ?? (await linkForRepeatedBooking(deps, order.id, form.showTests)) }
    const { redirecturl } = payment
      ? await checkoutOf(deps, payment, holds)
      : await payRepeatedBooking(deps, order.id, await ownPayer(db, order, form.useCredit, holds))
    return { orderReference, redirecturl }
  })
}

/** The owner of the order as payer: Paystack writes to the account's address. Throws if the account is gone. */
export async function ownPayer(
  db: Db,
  order: OrderRow,
  useCredit: boolean,
  holds: HoldAllowance,
): Promise<Payer> {
  const account = await accountById(db, order.account_id)
  if (!account) throw new Error(`the account of order ${order.id} is gone`)
  return { email: account.email, linkId: null, useCredit, holds }
}

/**
 * Starts an attempt for an unpaid order and opens it. Throws the errors of `assertTakesPayment`, `link_ended`, `too_many`,
 * `payments_not_configured`, `payments_busy` and `payment_provider_down`.
 */
export async function payAgain(deps: CheckoutDependencies, orderId: number, payer: Payer): Promise<Checkout> {
  if (!deps.paystack) throw new DomainError('payments_not_configured')
  const payment = await deps.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const now = deps.clock.now()
    await assertTakesPayment(tx, order, now)
    return await startAgain(tx, order, payer, now)
  })
  return await checkoutOf(deps, payment, payer.holds)
}

/**
 * The owner's newest attempt if its page was never opened, otherwise a new one within the limits. Each payer of a link gets
 * an attempt of their own. The caller holds the lock of the order and has checked that it can be paid.
 */
async function startAgain(tx: Tx, order: OrderRow, payer: Payer, now: Date): Promise<PaymentRow> {
  if (payer.linkId !== null) await assertOpen(tx, payer.linkId, now)
  const unopened = await unopenedAttempt(tx, order, payer, now)
  if (unopened) return unopened
  const most = payer.linkId === null ? attemptsPerHour : attemptsPerLink
  if ((await countStarted(tx, order.id, payer.linkId, new Date(now.getTime() - hour))) >= most)
    throw new DomainError('too_many', { retryAfter: 600 })
  return await startPayment(tx, order, payer, now)
}

/** The newest attempt of an owner who had to wait or could not reach Paystack, if it still pays in the same way. */
async function unopenedAttempt(
  tx: Tx,
  order: OrderRow,
  payer: Payer,
  now: Date,
): Promise<PaymentRow | undefined> {
  if (payer.linkId !== null) return undefined
  const newest = (await paymentsOf(tx, order.id)).find((one) => one.link_id === null)
  const isOpened = newest?.authorization_url || newest?.opening_at
  if (newest?.state !== 'started' || isOpened || newest.payer_email !== payer.email) return undefined
  // Before reading the credit: all code locks the window of the visit first.
  await holdWindow(tx, order, now, payer.holds)
  return newest.credit_kobo === (await creditAtStart(tx, order, payer)) ? newest : undefined
}

/**
 * The checkout page of a repeated booking: of its owner's newest attempt if that has money or pays in the same way,
 * otherwise of a new one. Throws the errors of `payAgain`.
 */
async function payRepeatedBooking(
  deps: CheckoutDependencies,
  orderId: number,
  payer: Payer,
): Promise<Checkout> {
  const payment = await deps.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const newest = (await paymentsOf(tx, orderId)).find((one) => one.link_id === null)
    const hasEnded = newest?.state === 'failed' || newest?.state === 'abandoned'
    if (newest && newest.state !== 'started' && !hasEnded) return newest
    const now = deps.clock.now()
    await assertTakesPayment(tx, order, now)
    // Before reading the credit: all code locks the window of the visit first.
    if (newest && !hasEnded) await holdWindow(tx, order, now, payer.holds)
    if (newest && !hasEnded && newest.credit_kobo === (await creditAtStart(tx, order, payer))) return newest
    return await startAgain(tx, order, payer, now)
  })
  return await checkoutOf(deps, payment, payer.holds)
}

/**
 * The link of a repeated booking; whether it shows the tests follows this request. A link that is paid or still open is
 * reused; otherwise a new one is made if the order can be paid. Throws the errors of `assertTakesPayment`.
 */
async function linkForRepeatedBooking(
  { db, clock, secret }: CheckoutDependencies,
  orderId: number,
  showTests: boolean,
): Promise<LinkRow> {
  return await db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const before = await newestLink(tx, order.id)
    const now = clock.now()
    if (before && order.paid_at) return before
    if (!before || stateAt(before, now) !== 'active') await assertTakesPayment(tx, order, now)
    if (order.show_tests !== showTests) await setShowTests(tx, order.id, showTests)
    return await ensureLink(tx, secret, order, now)
  })
}

/**
 * The checkout page of an attempt, or of a new one if that attempt has ended without money. An attempt that has money keeps
 * its page, so that repeating a booking returns the same.
 */
async function checkoutOf(
  deps: CheckoutDependencies,
  payment: PaymentRow,
  holds: Payer['holds'],
): Promise<Checkout> {
  const { db, clock, paystack } = deps
  // The owner's credit has paid all of it: redirect to the order, not to Paystack.
  if (payment.due_kobo === 0) {
    const order = await orderById(db, payment.order_id)
    return { reference: payment.reference, redirecturl: `${deps.publicUrl}/orders/${order?.reference}` }
  }
  if (!paystack) throw new DomainError('payments_not_configured')
  const opened = await openCheckout({ db, clock, paystack }, payment, deps.publicUrl)
  if (opened) return { reference: payment.reference, redirecturl: opened }
  const now = await paymentById(db, payment.id)
  const ended = now?.state === 'failed' || now?.state === 'abandoned'
  if (!ended && now?.authorization_url)
    return { reference: payment.reference, redirecturl: now.authorization_url }
  return await payAgain(deps, payment.order_id, {
    email: payment.payer_email,
    linkId: payment.link_id,
    useCredit: payment.credit_kobo > 0,
    holds,
  })
}

/** Adds the order's reference to an error: the order exists already, even if its payment is refused. */
async function withOrderReference<T>(orderReference: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof DomainError)
      throw new DomainError(error.code, { ...error.details, data: { orderReference } })
    throw error
  }
}
