import { addBooking, cancelOrder, kobo, payByLink, payOrder } from '@labalaba/contract'
import { expireUnpaidOrders } from '../../src/modules/payments/jobs.ts'
import { ensureReceipt } from '../../src/modules/payments/receipts/receipts.ts'
import { refundPart } from '../../src/modules/payments/refunds/part.ts'
import { advanceRefund } from '../../src/modules/payments/refunds/refunds.ts'
import { paymentByReference } from '../../src/modules/payments/repository.ts'
import { ada, drBello } from '../cast.ts'
import { bringTo, pay } from '../stages.ts'
import { book, bookingForm, type Caller, homeVisit, until, type World } from '../world.ts'

/** An order, and its attempt that a proof alters. */
export type Booked = { readonly order: string; readonly payment: string }
export type Stage = Awaited<ReturnType<typeof setStage>>

/** One order with every kind of money movement, made through the API: every invariant holds on it. */
export async function setStage(world: World) {
  const asAda = await world.as(ada)
  const asBello = await world.as(drBello)
  const receipted = await paid(world, asAda)
  const payment = await paymentByReference(world.db, receipted.payment)
  await ensureReceipt(world.db, payment?.id ?? 0, world.clock.now())
  const released = await paid(world, asBello)
  await bringTo(world, released.order, 'results_ready')
  await paid(world, asBello)
  const parted = await inPart(world, asAda)
  const byCredit = await paidByCredit(world, asAda)
  const returned = await paidTwice(world, asAda)
  const linked = await paidByLink(world, asAda)
  const short = await paid(world, asAda, { amount: 5_000 })
  const linkedShort = await paidByLink(world, asAda, { amount: 5_000 })
  const late = await book(asAda)
  await world.sql`update lab_order set expires_at = now() - interval '1 minute' where reference = ${late.order}`
  await expireUnpaidOrders(world.provider)
  await pay(world, late.payment)
  const { data } = await asAda(addBooking, { body: bookingForm({ payment: 'link' }) })
  const unpaid = await book(asAda)
  const visited = await book(asAda, bookingForm({ type: homeVisit(world.clock.now()) }))
  await pay(world, visited.payment)
  await world.sql`insert into ledger_account (kind, owner) values ('chargebacks', '') on conflict do nothing`
  await sent(world)
  return {
    receipted,
    released,
    parted,
    byCredit,
    returned,
    short,
    linked,
    linkedShort,
    late,
    unpaid,
    visited,
    open: data.orderReference,
  }
}

async function paid(world: World, caller: Caller, terms: object = {}): Promise<Booked> {
  const booked = await book(caller)
  await pay(world, booked.payment, terms)
  return booked
}

async function inPart(world: World, caller: Caller): Promise<Booked> {
  const booked = await paid(world, caller)
  const payment = await paymentByReference(world.db, booked.payment)
  if (!payment) throw new Error('it has just been paid')
  const part = { amount: kobo(300_000), reason: 'a part', key: 'a-part' }
  await world.db.transaction().execute((tx) => refundPart(tx, payment, part, world.clock.now()))
  return booked
}

/** An order whose whole price is the credit that a cancelled one left. */
async function paidByCredit(world: World, caller: Caller): Promise<Booked> {
  const { order } = await paid(world, caller)
  await caller(cancelOrder, { params: { reference: order }, body: { refundTo: 'credit' } })
  const next = await book(caller)
  const { data } = await caller(payOrder, { params: { reference: next.order }, body: { useCredit: true } })
  return { order: next.order, payment: data.reference }
}

/** The second attempt, whose money is refunded. */
async function paidTwice(world: World, caller: Caller): Promise<Booked> {
  const { order, payment } = await book(caller)
  const { data } = await caller(payOrder, { params: { reference: order }, body: {} })
  for (const reference of [payment, data.reference]) await pay(world, reference)
  return { order, payment: data.reference }
}

async function paidByLink(world: World, caller: Caller, terms: object = {}): Promise<Booked> {
  const { data } = await caller(addBooking, { body: bookingForm({ payment: 'link' }) })
  const token = String(data.url).split('/pay/')[1] ?? ''
  const opened = await world.nobody(payByLink, { params: { token }, body: {} })
  await pay(world, opened.data.reference, terms)
  return { order: data.orderReference, payment: opened.data.reference }
}

/** Sends every refund, and repeats until all are processed. */
async function sent(world: World): Promise<void> {
  await until('the refunds have gone', async () => {
    const open = await world.sql<{ id: string }[]>`select id from refund where ended_at is null`
    for (const { id } of open) await advanceRefund(world.provider, id)
    return open.length === 0
  })
}
