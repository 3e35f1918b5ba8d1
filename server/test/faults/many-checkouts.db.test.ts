import { addBooking, listLabs, listOrders, payOrder, readSite } from '@labalaba/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { openPool } from '../../src/infra/db/pool.ts'
import { usualUseLimits } from '../../src/infra/http/use-limits.ts'
import { createVerifiedAccount } from '../../src/modules/accounts/index.ts'
import { openSession } from '../../src/modules/accounts/sessions.ts'
import { openPaystack } from '../../src/modules/payments/index.ts'
import type { Tables } from '../../src/tables.ts'
import { castPassword } from '../cast.ts'
import { bookingForm, buildWorld, callerOf, type Form, signingKey } from '../world.ts'

const world = await buildWorld()

/** A process as in production, with the usual settings. */
async function openSite() {
  const pool = openPool<Tables>(world.parts.databaseUrl, 12)
  const reserve = openPool<Tables>(world.parts.databaseUrl, 2)
  const app = await buildApp({
    ...world.parts,
    db: pool.db,
    reserve: reserve.db,
    connections: pool.connections,
    callsAtOnce: 24,
    useLimits: usualUseLimits,
    paystack: openPaystack(world.simulator.url, [signingKey], world.parts.log, {}, pool.db),
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  afterAll(async () => {
    await app.close()
    await Promise.all([pool.close(), reserve.close()])
  })
  return url
}

type Payer = { readonly bearer: string; readonly form: Form }
type Answered = { readonly httpStatus: number; readonly code?: string | undefined; readonly data: unknown }

/** Two processes of one install. */
const sites = [await openSite(), await openSite()] as const
const [site] = sites
let reader: string
beforeAll(async () => {
  reader = await newBearer()
})

let people = 0
async function newBearer(): Promise<string> {
  people += 1
  const id = await createVerifiedAccount(world.db, world.parts, {
    email: `payer${people}@cast.example`,
    name: 'Ngozi Payer',
    type: 'user',
    phone: `2348040000${String(people).padStart(3, '0')}`,
    password: castPassword,
    address: 'Yaba, Lagos',
  })
  const { token } = await world.db.transaction().execute((tx) => openSession(tx, id, world.clock.now()))
  return `Bearer ${token}`
}

/** Payers of one address who have made no call before, such as the customers of one mobile network. */
async function newPayers(count: number): Promise<Payer[]> {
  const payers: Payer[] = []
  for (let n = 0; n < count; n += 1) payers.push({ bearer: await newBearer(), form: bookingForm() })
  return payers
}

async function ordersPlaced(): Promise<number> {
  const [row] = await world.sql<{ count: number }[]>`select count(*)::int from lab_order`
  return row?.count ?? 0
}

/** Books for all of them at each site in turn, a few at a time: the next ones as soon as these orders are placed. */
async function bookAll(payers: readonly Payer[]): Promise<Answered[]> {
  const before = await ordersPlaced()
  const bookings: Promise<Answered>[] = []
  for (const { bearer, form } of payers) {
    bookings.push(callerOf(sites[bookings.length % 2 ? 1 : 0], bearer)(addBooking, { body: form }))
    if (bookings.length % 10 === 0) await expect.poll(ordersPlaced).toBe(before + bookings.length)
  }
  return await Promise.all(bookings)
}

/** Reads lists of both sites until it is stopped, and returns the statuses. */
function readOn() {
  let isOver = false
  const statuses: number[] = []
  const reading = [listLabs, listOrders, readSite].map(async (endpoint) => {
    while (!isOver) for (const url of sites) statuses.push((await callerOf(url, reader)(endpoint)).httpStatus)
  })
  return async () => {
    isOver = true
    await Promise.all(reading)
    return statuses
  }
}

const isOpened = ({ httpStatus, data }: Answered) =>
  httpStatus === 200 && String(Reflect.get(Object(data), 'redirecturl')).includes('/checkout/')
const mustWait = ({ httpStatus, code }: Answered) => httpStatus === 503 && code === 'payments_busy'
const orderOf = ({ data }: Answered) => String(Reflect.get(Object(data), 'orderReference'))

/** Each payer has one order with one attempt. */
async function expectNothingDoubled(payers: readonly Payer[]): Promise<void> {
  const references = payers.map(({ form }) => form.reference)
  const attempts = await world.sql<{ reference: string }[]>`
    select payment.reference from payment join lab_order on lab_order.id = order_id
    where client_reference = any(${references})`
  expect(attempts).toHaveLength(payers.length)
}

test('of 60 bookings at once each is opened or told to wait, keeps its order, and no list fails', async () => {
  await world.control('PUT', '/faults', { api: { latencyMs: 500 } })
  const payers = await newPayers(60)
  const stop = readOn()
  const began = performance.now()
  const answers = await bookAll(payers)
  const seconds = (performance.now() - began) / 1000
  const read = await stop()
  expect(read.filter((status) => status !== 200)).toEqual([])
  expect(read.length).toBeGreaterThan(60)
  expect(answers.filter((one) => !isOpened(one) && !mustWait(one))).toEqual([])
  expect(answers.filter(isOpened).length).toBeGreaterThanOrEqual(10)
  // Both together: ten at once, and then five a second.
  expect(answers.filter(isOpened).length).toBeLessThanOrEqual(10 + Math.ceil(5 * seconds))
  expect(new Set(answers.map(orderOf)).size).toBe(60)
  await expectNothingDoubled(payers)
}, 120_000)

test('a payer who had to wait comes back to the same order and the same attempt, by either way', async () => {
  await world.control('PUT', '/faults', { api: { tooMany: 1 } })
  const [again, later] = await newPayers(2)
  if (!again || !later) throw new Error('no payers')
  const [first, second] = await bookAll([again, later])
  if (!first || !second) throw new Error('no answers')
  expect([mustWait(first), mustWait(second)]).toEqual([true, true])
  const told = await fetch(`${site}${addBooking.path}`, {
    method: 'POST',
    headers: { authorization: again.bearer, 'content-type': 'application/json' },
    body: JSON.stringify(again.form),
  })
  expect([told.status, Number(told.headers.get('retry-after')) >= 1]).toEqual([503, true])
  await world.control('DELETE', '/faults')
  const repeat = () => callerOf(site, again.bearer)(addBooking, { body: again.form })
  const pay = () =>
    callerOf(site, later.bearer)(payOrder, { params: { reference: orderOf(second) }, body: {} })
  await expect.poll(async () => isOpened(await repeat()), { timeout: 60_000 }).toBe(true)
  await expect.poll(async () => isOpened(await pay()), { timeout: 60_000 }).toBe(true)
  expect(orderOf(await repeat())).toBe(orderOf(first))
  await expectNothingDoubled([again, later])
}, 130_000)
