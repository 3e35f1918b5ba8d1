import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { addBooking, listLabLocations, listLabs, listLabTests, readOrder, signIn } from '@labalaba/contract'
import { afterAll, expect, test } from 'vitest'
import { demoEmails, demoPassword } from '../../../demo/accounts.ts'
import { type Caller, callerOf, newestPayment } from '../world.ts'
import { descendants, isAlive, openProduct } from './product-process.ts'

// Its own two bookings alone are in the books: the demonstration's past is left out.
const { PATH, HOME } = process.env
const house = await openProduct({ PATH, HOME, DEMO_HISTORY: 'off' })
let running: ChildProcess | undefined
afterAll(() => house.close())

async function signedIn(): Promise<Caller> {
  const basic = Buffer.from(`${demoEmails[0]}:${demoPassword}`).toString('base64')
  const { data } = await callerOf(house.site, `Basic ${basic}`)(signIn)
  return callerOf(house.site, `Bearer ${data.authid}`)
}

/** A walk-in for one test of the first lab that takes bookings. */
async function book(caller: Caller, reference: string, email: string) {
  const labs = await caller(listLabs, { query: { limit: '50' } })
  const lab = labs.data.find(({ verification }) => verification.bookable) ?? expect.unreachable()
  const [place = expect.unreachable()] = (await caller(listLabLocations, { query: { id: lab.slug } })).data
  const [offered] = (await caller(listLabTests, { query: { lab: lab.slug } })).data
  const one = offered?.tests.find(({ department }) => place.departments.includes(department))
  const { data } = await caller(addBooking, {
    body: {
      name: 'Mama Obi',
      email,
      gender: 'Female',
      phone: '08030000009',
      type: { mode: 'walkin' },
      test: [{ name: one?.testName ?? '', amount: one?.amount ?? 0 }],
      reference,
      provider: 'paystack',
      lab: { name: lab.name, labReference: lab.slug, location: place.address },
    },
  })
  return { order: data.orderReference, payment: await newestPayment(caller, data.orderReference) }
}

async function pay(payment: string, webhook: boolean): Promise<void> {
  const reply = await fetch(`${house.simulator}/_control/transactions/${payment}/succeed`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ webhook }),
  })
  expect(reply.status).toBe(200)
}

test('after a kill -9 between payment and webhook, the order is paid once, within a minute of the restart', async () => {
  const first = await house.start()
  const caller = await signedIn()
  const silent = await book(caller, 'kill-1', 'silent@house.example')
  const told = await book(caller, 'kill-2', 'told@house.example')
  await pay(silent.payment, false)
  await pay(told.payment, true)
  first.kill('SIGKILL')
  await once(first, 'exit')

  running = await house.start()
  const again = await signedIn()
  const state = async (reference: string) => (await again(readOrder, { params: { reference } })).data.state
  for (const { order } of [told, silent])
    await expect.poll(() => state(order), { timeout: 60_000, interval: 250 }).toBe('scheduled')
  for (const [email, { payment }] of [
    ['silent@house.example', silent],
    ['told@house.example', told],
  ] as const) {
    const receipts = () => house.ask(`select 1 from mailbox where recipient = '${email}'`)
    await expect.poll(async () => (await receipts()).length, { timeout: 15_000 }).toBe(1)
    const settlings = await house.ask(
      `select 1 from payment_event e join payment p on p.id = e.payment_id where p.reference = '${payment}' and verb = 'settle'`,
    )
    expect(settlings).toHaveLength(1)
  }
  const [books] = await house.ask<{ n: string; sum: string }>(
    'select count(distinct posting_id)::text as n, sum(amount_kobo)::text as sum from ledger_line',
  )
  expect(books).toEqual({ n: '2', sum: '0' })
}, 110_000)

test('SIGTERM ends it cleanly: exit 0, and no process is left', async () => {
  const child = running ?? expect.unreachable()
  const family = descendants(child.pid)
  if (process.platform === 'linux') expect(family.length).toBeGreaterThan(1)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  await expect.poll(() => family.filter(isAlive), { timeout: 15_000 }).toEqual([])
  await expect(fetch(`${house.site}/healthz`)).rejects.toThrow()
}, 30_000)
