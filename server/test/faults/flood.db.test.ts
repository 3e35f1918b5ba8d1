import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type Answer,
  addBooking,
  listCases,
  listLabs,
  listOrders,
  payByLink,
  readSite,
} from '@labalaba/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { openPool } from '../../src/infra/db/pool.ts'
import { usualUseLimits } from '../../src/infra/http/use-limits.ts'
import { openPaystack } from '../../src/modules/payments/index.ts'
import type { Tables } from '../../src/tables.ts'
import { ada, chidi, ops } from '../cast.ts'
import { book, bookingForm, buildWorld, type Caller, callerOf, signingKey } from '../world.ts'

/** A Paystack that takes every call and answers none. */
const silent = createServer(() => undefined)
await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
const silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`

/** A site as in production, with the usual settings. */
const world = await buildWorld()
const pool = openPool<Tables>(world.parts.databaseUrl, 12)
const reserve = openPool<Tables>(world.parts.databaseUrl, 2)
const app = await buildApp({
  ...world.parts,
  db: pool.db,
  reserve: reserve.db,
  connections: pool.connections,
  callsAtOnce: 24,
  useLimits: usualUseLimits,
  trustProxy: true,
  paystack: openPaystack(silentUrl, [signingKey], world.parts.log),
})
const site = await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(async () => {
  silent.closeAllConnections()
  await new Promise((resolve) => silent.close(resolve))
  await app.close()
  await Promise.all([pool.close(), reserve.close()])
})

let tokens: Record<'ada' | 'chidi' | 'ops', string>
let references: string[]
let links: string[]
beforeAll(async () => {
  tokens = { ada: await world.tokenOf(ada), chidi: await world.tokenOf(chidi), ops: await world.tokenOf(ops) }
  const asAda: Caller = await world.as(ada)
  references = []
  for (let n = 0; n < 36; n += 1) references.push((await book(asAda)).payment)
  links = []
  for (let n = 0; n < 12; n += 1) {
    const { data } = await asAda(addBooking, { body: bookingForm({ payment: 'link' }) })
    links.push(String(data.url).split('/pay/')[1] ?? '')
  }
}, 60_000)

type From = { readonly address: string; readonly token?: string }

async function get(path: string, { address, token }: From): Promise<number> {
  const headers = { 'x-forwarded-for': address, ...(token && { authorization: `Bearer ${token}` }) }
  const reply = await fetch(site + path, { headers })
  await reply.text()
  return reply.status
}

async function check(reference: string, address: string) {
  const reply = await fetch(`${site}/v0/payments/${reference}/check`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address },
  })
  const body: Answer<unknown> = JSON.parse(await reply.text())
  return { status: reply.status, body }
}

async function paystackSays(): Promise<number> {
  const body = JSON.stringify({ event: 'charge.success', data: { reference: 'nobody-knows-it' } })
  const signature = createHmac('sha512', signingKey).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-paystack-signature': signature }
  return (await fetch(`${site}/v0/webhooks/paystack`, { method: 'POST', headers, body })).status
}

const stranger = '41.58.1.1'

/** The callers who do not pay, a moment after the flood has begun: 35 calls, a few at a time, which must be answered. */
async function ordinaryCalls(): Promise<number[]> {
  const statuses: number[] = []
  const signedIn = { address: '41.58.3.1', token: tokens.chidi }
  for (let n = 0; n < 7; n += 1) {
    const some = [
      get(readSite.path, { address: `41.58.2.${n}` }),
      get(readSite.path, { address: `41.58.6.${n}` }),
      get(listOrders.path, signedIn),
      get(listLabs.path, signedIn),
      get(listCases.path, { address: '41.58.4.1', token: tokens.ops }),
    ]
    statuses.push(...(await Promise.all(some)), await paystackSays())
  }
  return statuses
}

const all = (status: number, times: number) => Array.from({ length: times }, () => status)

test('one stranger who checks 36 payments while Paystack is silent delays no other caller', async () => {
  const flood = Promise.all(references.map((reference) => check(reference, stranger)))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await ordinaryCalls()).toEqual(all(200, 42))
  // While they wait for Paystack, they delay no other caller.
  await expect
    .poll(
      async () => (await (await fetch(`${site}/metrics`)).text()).match(/usual",state="working"} (\d+)/)?.[1],
    )
    .toBe('0')
  silent.closeAllConnections()
  const answers = await flood
  const told = answers.filter(({ status }) => status === 200)
  for (const { body } of told)
    expect(body.data).toMatchObject({ state: 'started', amount: 10_000, trouble: null, paidByAnother: false })
  // They wait for permits behind all others, and no longer than others do.
  expect(told.length).toBeGreaterThanOrEqual(16)
  for (const { body } of answers.filter(({ status }) => status !== 200)) expect(body.code).toBe('busy')
  const after = await check(references.at(-1) ?? '', stranger)
  expect(after).toMatchObject({ status: 200, body: { data: { state: 'started' } } })
}, 60_000)

test('payers during a silence of Paystack delay no other caller either, and learn that it does not respond', async () => {
  const paying = links.map((token) =>
    callerOf(site)(payByLink, { params: { token }, body: {} }).then(({ httpStatus, code }) => [
      httpStatus,
      code,
    ]),
  )
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await ordinaryCalls()).toEqual(all(200, 42))
  silent.closeAllConnections()
  for (const answer of await Promise.all(paying)) expect(answer).toEqual([503, 'payment_provider_down'])
}, 60_000)

test('120 connections of one account do not turn others away', async () => {
  const from = { address: '41.58.5.1', token: tokens.ada }
  await get(listOrders.path, from)
  await get(listOrders.path, { address: '41.58.3.1', token: tokens.chidi })
  let isOver = false
  const flood = Array.from({ length: 120 }, async () => {
    while (!isOver) await get(`${listOrders.path}?limit=100`, from)
  })
  await new Promise((resolve) => setTimeout(resolve, 100))
  const answers = [await ordinaryCalls(), await ordinaryCalls()].flat()
  isOver = true
  await Promise.all(flood)
  expect(answers).toEqual(all(200, 2 * 42))
}, 60_000)
