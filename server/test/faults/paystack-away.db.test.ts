import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { addBooking, checkPayment, payByLink, payOrder, readOrder, readPaymentLink } from '@labalaba/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSimulator } from '../../../paystack-simulator/src/index.ts'
import { freePort } from '../../../scripts/ports.ts'
import { buildApp } from '../../src/app.ts'
import { brokenInvariants } from '../../src/invariants.ts'
import {
  expireUnpaidOrders,
  openPaystack,
  type Provider,
  settleSilentPayments,
} from '../../src/modules/payments/index.ts'
import { ada } from '../cast.ts'
import { bearerOf } from '../contract/wire.ts'
import { bookingForm, buildWorld, type Caller, callerOf } from '../world.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** A Paystack that goes away and comes back, at one address and with its data. */
const folder = mkdtempSync(join(tmpdir(), 'labalaba-away-'))
const port = await freePort()
const start = () => startSimulator({ dataDir: folder, port, webhookUrl: 'http://127.0.0.1:9/', seed: '7' })
let simulator = await start()

const world = await buildWorld()
const limits = { perSecond: 1000, burst: 1000, restMs: 100 }
const paystack = openPaystack(simulator.url, ['sk_test_simulator'], world.parts.log, limits)
const provider: Provider = { ...world.provider, paystack }
const app = await buildApp({ ...world.parts, paystack })
const site = await app.listen({ host: '127.0.0.1', port: 0 })
const nobody = callerOf(site)
let asAda: Caller
beforeAll(signIn)

afterAll(async () => {
  await app.close()
  await simulator.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The session is the database's, so it holds on this site as well. */
async function signIn(): Promise<void> {
  asAda = callerOf(site, await bearerOf(world, ada))
}

async function control(path: string, body: object = {}): Promise<unknown> {
  const reply = await fetch(`${simulator.url}/_control${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return JSON.parse((await reply.text()) || 'null')
}

const succeed = (reference: string) => control(`/transactions/${reference}/succeed`, { webhook: false })
const read = async (reference: string) => (await asAda(readOrder, { params: { reference } })).data

async function book() {
  const { data } = await asAda(addBooking, { body: bookingForm() })
  const order = data.orderReference
  return { order, payment: (await read(order)).payments[0]?.reference ?? '' }
}

/** The scheduled jobs as the worker runs them, while this much time passes. */
async function work(milliseconds: number, step: number): Promise<void> {
  for (let gone = 0; gone < milliseconds; gone += step) {
    world.clock.moveOn(step)
    // The circuit breaker uses the machine's clock.
    await pause(120)
    await settleSilentPayments(provider).catch(() => undefined)
    await expireUnpaidOrders(provider)
  }
  await signIn()
}

test('with Paystack unreachable for an hour users book, every answer is true, and a minute after its return all is settled', async () => {
  const paid = await book()
  const old = await book()
  const open = await book()
  const linked = await asAda(addBooking, { body: bookingForm({ payment: 'link' }) })
  const token = String(linked.data.url).split('/pay/')[1] ?? ''
  const later = new Date(world.clock.now().getTime() + 5 * hour)
  // Asked about so often before that its next question is hours off.
  await world.sql`update payment set checks = 9, check_at = ${later} where reference = ${old.payment}`
  await succeed(paid.payment)
  await succeed(old.payment)
  await simulator.close()

  const kept = bookingForm()
  const refused = await asAda(addBooking, { body: kept })
  expect([refused.httpStatus, refused.code]).toEqual([503, 'payment_provider_down'])
  const order = String(Reflect.get(Object(refused.data), 'orderReference'))
  expect((await read(order)).state).toBe('awaiting_payment')
  const byLink = await asAda(addBooking, { body: bookingForm({ payment: 'link' }) })
  expect(byLink.httpStatus).toBe(200)
  expect((await nobody(readPaymentLink, { params: { token } })).data.state).toBe('active')
  const blocked = await nobody(payByLink, { params: { token }, body: {} })
  expect([blocked.httpStatus, blocked.code]).toEqual([503, 'payment_provider_down'])
  expect(blocked.message).toContain('could not reach the payment page')
  const again = await asAda(payOrder, { params: { reference: open.order }, body: {} })
  expect(again.code).toBe('payment_provider_down')
  const looked = await nobody(checkPayment, { params: { reference: paid.payment }, body: {} })
  expect(looked.data).toMatchObject({ state: 'started', trouble: null })

  await work(hour, 5 * minute)
  for (const { order: waiting } of [paid, old, open])
    expect(await read(waiting)).toMatchObject({ state: 'awaiting_payment', may: { pay: true } })

  simulator = await start()
  await work(minute, 5 * second)
  expect((await read(paid.order)).state).toBe('scheduled')
  expect((await read(old.order)).state).toBe('scheduled')
  const retried = await asAda(addBooking, { body: kept })
  expect([retried.httpStatus, retried.data.orderReference]).toEqual([200, order])
  const reopened = await nobody(payByLink, { params: { token }, body: {} })
  expect(reopened.httpStatus).toBe(200)
  await succeed(reopened.data.reference)
  await nobody(checkPayment, { params: { reference: reopened.data.reference }, body: {} })
  expect((await read(linked.data.orderReference)).state).toBe('scheduled')

  const twice = await world.sql`
    select order_id from payment where captured_kobo > 0 group by order_id having count(*) > 1`
  expect(twice).toEqual([])
  expect(await brokenInvariants(world.db)).toEqual([])
}, 120_000)
