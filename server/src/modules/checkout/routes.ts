import {
  addBooking as addBookingCall,
  checkPayment,
  linkOrder,
  nairaOf,
  type PaymentLinkView,
  payByLink,
  payOrder,
  readPaymentLink,
  renewLink as renewLinkCall,
  sharePaymentUrl,
  stopLink as stopLinkCall,
} from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { type Actor, type Server, serve } from '../../infra/http/http.ts'
import {
  earningDoctor,
  type LineRow,
  linesOf,
  lockOrder,
  type OrderRow,
  openBookingCount,
  orderById,
  ownOrder,
  setShowTests,
} from '../orders/index.ts'
import {
  assertTakesPayment,
  ensureLink,
  hasLinkReceipt,
  type LinkMaker,
  type LinkRow,
  lastRecipient,
  linkByToken,
  linkUrl,
  openChecks,
  presentChecked,
  refundsOfPayment,
  renewLink,
  shareLink,
  stateAt,
  stopLink,
} from '../payments/index.ts'
import { holdAllowanceOf, reservationStatus } from '../scheduling/index.ts'
import { addBooking, type CheckoutDependencies, ownPayer, payAgain } from './checkout.ts'

/** Serves placing a booking, paying it, and paying by link for another person. */
export function checkoutRoutes(server: Server, deps: CheckoutDependencies): void {
  serveBooking(server, deps)
  servePaying(server, deps)
  serveSharing(server, deps)
  serveOwnLink(server, deps)
  serveLinks(server, deps)
}

function serveBooking(server: Server, deps: CheckoutDependencies): void {
  const countBooking = openBookingCount(deps)
  serve(server, addBookingCall, async ({ actor, body, address }) => {
    if (!deps.paystack) throw new DomainError('payments_not_configured')
    const booked = await addBooking({ ...deps, countBooking }, actor, body, address)
    const { orderReference } = booked
    if ('link' in booked) return { data: { orderReference, ...presentLink(deps, booked.link) } }
    return { data: { orderReference, redirecturl: booked.redirecturl } }
  })
}

function servePaying(server: Server, deps: CheckoutDependencies): void {
  const { db } = deps
  const check = openChecks(deps)
  serve(server, payOrder, async ({ actor, params, body, address }) => {
    const order = await ownedOrder(db, actor.accountId, params.reference)
    const holds = holdAllowanceOf(deps, address)
    const payer = await ownPayer(db, order, body?.useCredit === true, holds)
    return { data: await payAgain(deps, order.id, payer) }
  })

  serve(server, checkPayment, async ({ params, address }) => {
    const payment = await check({ reference: params.reference, address })
    if (!payment) throw new DomainError('not_found')
    const [order, refunds] = await Promise.all([
      orderById(db, payment.order_id),
      refundsOfPayment(db, payment.id),
    ])
    if (!order) throw new Error(`the order of payment ${payment.id} is gone`)
    return { data: presentChecked(payment, order, refunds) }
  })
}

function serveSharing(server: Server, deps: CheckoutDependencies): void {
  const { db, clock } = deps
  serve(server, linkOrder, async ({ actor, params, body }) => {
    const link = await withOwnOrder(deps, actor, params.reference, async (tx, order, now) => {
      await assertTakesPayment(tx, order, now)
      if (body?.showTests !== undefined) await setShowTests(tx, order.id, body.showTests)
      return await ensureLink(tx, deps.secret, order, now)
    })
    return { data: presentLink(deps, link) }
  })

  serve(server, sharePaymentUrl, async ({ actor, body }) => {
    const order = await ownOrder(db, actor.accountId, body.orderSummary.orderId)
    if (!order) throw new DomainError('not_your_link')
    const link = await db.transaction().execute(async (tx) => {
      const share = { accountId: actor.accountId, orderId: order.id, url: body.url, recipient: body.email }
      const shared = await shareLink(tx, deps, share, clock.now())
      if (body.showTests !== undefined) await setShowTests(tx, order.id, body.showTests)
      return shared
    })
    return {
      message: 'payment link shared successfully',
      data: { sentTo: body.email, expiresAt: link.expires_at.toISOString() },
    }
  })
}

/** Serves stopping and renewing the link of the user's own order. */
function serveOwnLink(server: Server, deps: CheckoutDependencies): void {
  serve(server, stopLinkCall, async ({ actor, params }) => {
    const until = await withOwnOrder(deps, actor, params.reference, (tx, order, now) =>
      stopLink(tx, order, ownerOf(actor), now),
    )
    return { data: { expiresAt: until.toISOString() } }
  })

  serve(server, renewLinkCall, async ({ actor, params }) => {
    const link = await withOwnOrder(deps, actor, params.reference, async (tx, order, now) => {
      await assertTakesPayment(tx, order, now)
      return await renewLink(tx, deps.secret, order, ownerOf(actor), now)
    })
    return { data: presentLink(deps, link) }
  })
}

/** Runs `act` in a transaction that has locked the actor's own order. Throws `not_found`. */
async function withOwnOrder<T>(
  { db, clock }: CheckoutDependencies,
  actor: Actor,
  reference: string,
  act: (tx: Tx, order: OrderRow, now: Date) => Promise<T>,
): Promise<T> {
  const own = await ownedOrder(db, actor.accountId, reference)
  return await db.transaction().execute(async (tx) => await act(tx, await lockOrder(tx, own.id), clock.now()))
}

function presentLink(maker: LinkMaker, link: LinkRow): { url: string; expiresAt: string } {
  return { url: linkUrl(maker, link.id), expiresAt: link.expires_at.toISOString() }
}

function ownerOf(actor: Actor): 'patient' | 'doctor' {
  return actor.type === 'doctor' ? 'doctor' : 'patient'
}

function serveLinks(server: Server, deps: CheckoutDependencies): void {
  const { db, clock } = deps
  serve(server, readPaymentLink, async ({ params }) => {
    const { link, order } = await linkByToken(db, params.token)
    const now = clock.now()
    const [lines, doctorName, receipt, { full: visitFull }] = await Promise.all([
      order.show_tests ? linesOf(db, order.id) : [],
      earningDoctor(db, order),
      hasLinkReceipt(db, order, link.id, now),
      reservationStatus(db, order, now),
    ])
    return { data: presentLinkView(link, order, { lines, doctorName, receipt, visitFull }, now) }
  })

  serve(server, payByLink, async ({ params, body, address }) => {
    const { link, order } = await linkByToken(db, params.token)
    if (order.paid_at) throw new DomainError('already_paid')
    if (stateAt(link, clock.now()) !== 'active') throw new DomainError('link_ended')
    const holds = holdAllowanceOf(deps, address)
    const known = body?.email || (await lastRecipient(db, link.id)) || order.patient_email
    const email = known ?? (await ownPayer(db, order, false, holds)).email
    const payer = { email, linkId: link.id, useCredit: false, holds }
    return { data: await payAgain(deps, order.id, payer) }
  })
}

async function ownedOrder(db: Db, accountId: number, reference: string): Promise<OrderRow> {
  const order = await ownOrder(db, accountId, reference)
  if (!order) throw new DomainError('not_found')
  return order
}

/** What the view of a link shows in addition to the order itself. */
type LinkDetails = {
  readonly lines: readonly LineRow[]
  readonly doctorName: string | null
  readonly receipt: boolean
  readonly visitFull: boolean
}

/** What a payer sees: the patient, the place, the number of tests and the total; the tests only if the owner chose so. */
function presentLinkView(
  link: LinkRow,
  order: OrderRow,
  { lines, doctorName, receipt, visitFull }: LinkDetails,
  now: Date,
): PaymentLinkView {
  const always = {
    orderReference: order.reference,
    total: nairaOf(order.total_kobo),
    expiresAt: link.expires_at.toISOString(),
    sampleData: order.demo,
  }
  const state = order.paid_at ? 'paid' : stateAt(link, now)
  if (state !== 'active') return { state, ...always, receipt }
  return {
    state,
    ...always,
    patientName: order.patient_name,
    lab: order.lab_name,
    location: order.location_name,
    mode: order.mode,
    testCount: order.test_count,
    tests: order.show_tests
      ? lines.map((line) => ({ name: line.name, amount: nairaOf(line.price_kobo) }))
      : null,
    subTotal: nairaOf(order.sub_total_kobo),
    collectionFee: nairaOf(order.collection_fee_kobo),
    doctorEarning: nairaOf(order.doctor_share_kobo),
    doctorName,
    visitFull,
  }
}
