import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { kobo } from '@labalaba/contract'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { cloneDatabase } from '../../../../test/database.ts'
import { openPool } from '../../../infra/db/pool.ts'
import { openLog } from '../../../infra/observability/log.ts'
import type { Tables } from '../../../tables.ts'
import { type Budget, localBudget } from './budget.ts'
import { databaseBudget, readBudget } from './budget-repository.ts'
import { openPaystack } from './paystack.ts'
import { sharedBudget } from './shared-budget.ts'

const { db, sql, applicationUrl } = await cloneDatabase()
const limits = { perSecond: 5, burst: 10 }
afterEach(() => {
  vi.useRealTimers()
})
const start = Date.parse('2026-01-05T09:00:00Z')

let providers = 0
function newProvider(): string {
  providers += 1
  return `test-${providers}`
}

/** A budget in the database whose time a test sets. */
const inDatabase = (time: { now: number }) =>
  databaseBudget(db, newProvider(), limits, () => new Date(start + time.now))

describe.each([
  ['in the database', inDatabase],
  ['in memory', (time: { now: number }) => localBudget(limits, () => time.now)],
])('a budget %s', (_, openBudget) => {
  function trial() {
    const time = { now: 0 }
    const budget = openBudget(time)
    return { time, budget, lease: (wanted: number, reserve = 0) => budget.lease({ wanted, reserve }) }
  }

  test('gives its burst at once, and then so many a second', async () => {
    const { time, lease } = trial()
    expect(await lease(12)).toMatchObject({ taken: 10, waitMs: expect.closeTo(200, 0), perSecond: 5 })
    time.now = 199
    expect(await lease(1)).toMatchObject({ taken: 0, waitMs: expect.closeTo(1, 0) })
    time.now = 200
    expect(await lease(3)).toMatchObject({ taken: 1 })
    time.now = 1200
    expect(await lease(9)).toMatchObject({ taken: 5 })
    time.now = 3_600_000
    expect(await lease(99)).toMatchObject({ taken: 10 })
  })

  test('leaves a reserve to others', async () => {
    const { time, lease } = trial()
    expect(await lease(7, 5)).toMatchObject({ taken: 5 })
    expect(await lease(1, 5)).toMatchObject({ taken: 0 })
    expect(await lease(9)).toMatchObject({ taken: 5 })
    time.now = 1199
    expect(await lease(1, 5)).toMatchObject({ taken: 0 })
    time.now = 1200
    expect(await lease(1, 5)).toMatchObject({ taken: 1 })
  })

  test('pauses as long as the provider asks, halves its rate once, and recovers evenly', async () => {
    const { time, budget, lease } = trial()
    await lease(4)
    await budget.slowDown({ pauseMs: 7000, sentMsAgo: 300 })
    // Answers to calls that were sent before.
    time.now = 500
    await budget.slowDown({ pauseMs: 1000, sentMsAgo: 600 })
    await budget.slowDown({ pauseMs: 1000, sentMsAgo: 501 })
    expect(await lease(1)).toMatchObject({ taken: 0, perSecond: 2.5, waitMs: expect.closeTo(6900, 0) })
    time.now = 7399
    expect(await lease(1)).toMatchObject({ taken: 0 })
    time.now = 7400
    expect(await lease(5)).toMatchObject({ taken: 1 })
    time.now = 7000 + 30_000
    const recovered = await lease(99)
    expect(recovered.perSecond).toBeCloseTo(5)
    // It was still slow at the beginning of that time, and so was its burst.
    expect(recovered.taken).toBeLessThan(10)
    time.now = 60_000
    expect((await lease(99)).taken).toBe(10)
  })

  test('repeated answers of 429 slow it down to a tenth, and no further', async () => {
    const { time, budget, lease } = trial()
    for (let n = 0; n < 8; n += 1) {
      time.now += 1000
      await budget.slowDown({ pauseMs: 1000, sentMsAgo: 0 })
    }
    expect(await lease(1)).toMatchObject({ taken: 0, perSecond: 0.5 })
  })
})

/** How many tokens this many processes get from one budget within a virtual time. */
async function takenWithin(milliseconds: number, processes: number): Promise<number> {
  const provider = newProvider()
  const time = { now: 0 }
  const budgets = Array.from({ length: processes }, () =>
    databaseBudget(db, provider, limits, () => new Date(start + time.now)),
  )
  let taken = 0
  for (; time.now <= milliseconds; time.now += 100) {
    const leases = await Promise.all(budgets.map((budget) => budget.lease({ wanted: 20, reserve: 0 })))
    for (const lease of leases) taken += lease.taken
  }
  return taken
}

test('processes with one database share the budget, however many they are', async () => {
  expect(await takenWithin(4000, 1)).toBe(10 + 4 * 5)
  expect(await takenWithin(4000, 8)).toBe(10 + 4 * 5)
})

test('the time of the database fills it; a clock that was set back does not stop it for long', async () => {
  const provider = newProvider()
  const budget = databaseBudget(db, provider, { perSecond: 1000, burst: 1 })
  const taken = async () => (await budget.lease({ wanted: 1, reserve: 0 })).taken
  expect(await taken()).toBe(1)
  await sql`update call_budget set counted_at = counted_at + interval '1 hour' where provider = ${provider}`
  await expect.poll(taken).toBe(1)
})

test('a clock that was set back by an hour during a pause does not stop payments for an hour', async () => {
  const time = { now: 3_600_000 }
  const budget = inDatabase(time)
  await budget.slowDown({ pauseMs: 60_000, sentMsAgo: 0 })
  time.now = 0
  const lease = () => budget.lease({ wanted: 1, reserve: 0 })
  const first = await lease()
  expect(first.taken).toBe(0)
  expect(first.waitMs).toBeLessThanOrEqual(61_000)
  // An answer to a call of this hour halves the rate, although the last slow-down seems to be later.
  await budget.slowDown({ pauseMs: 1000, sentMsAgo: 300 })
  expect(await lease()).toMatchObject({ taken: 0, perSecond: 1.25 })
  time.now = 61_000
  expect((await lease()).taken).toBe(1)
})

describe('two clients of Paystack with one database', () => {
  /** A Paystack that counts its calls, and may answer that there are too many. */
  let calls = 0
  let isTooMany = false
  const paystack = createServer((_, response) => {
    calls += 1
    response.writeHead(isTooMany ? 429 : 404, { 'retry-after': '60' }).end('{}')
  })
  let url: string
  beforeAll(async () => {
    await new Promise<void>((resolve) => paystack.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(paystack.address() as AddressInfo).port}`
  })
  afterAll(() => new Promise((resolve) => paystack.close(resolve)))
  beforeEach(async () => {
    calls = 0
    isTooMany = false
    await sql`delete from call_budget`
  })

  const twoClients = (perSecond: number) => {
    const open = () =>
      openPaystack(url, ['sk_test_x'], openLog('silent'), { perSecond, burst: 10, restMs: 0 }, db)
    return [open(), open()] as const
  }

  test('make as many calls together as one', async () => {
    // So slow that no token comes during the test.
    const clients = twoClients(0.0001)
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, n) => clients[n % 2 ? 0 : 1].verify(`r${n}`, n < 20 ? 'now' : 'spare')),
    )
    expect(calls).toBe(10)
    expect(outcomes.filter(({ kind }) => kind === 'no')).toHaveLength(10)
    for (const outcome of outcomes.filter(({ kind }) => kind !== 'no'))
      expect(outcome).toMatchObject({ why: 'crowded', retryAfter: expect.any(Number) })
  })

  test('pause together when one is told that there are too many calls', async () => {
    const [one, other] = twoClients(1000)
    isTooMany = true
    const told = await one.refund('r', kobo(1), 'note')
    expect(told).toMatchObject({ kind: 'unknown', why: 'status 429', retryAfter: 60 })
    isTooMany = false
    expect(await other.refund('r', kobo(1), 'note')).toMatchObject({ kind: 'unknown', why: 'crowded' })
    expect(await one.verify('r')).toMatchObject({ kind: 'unknown', why: 'crowded' })
    expect(calls).toBe(1)
    await sql`update call_budget set paused_until = now()`
    expect(await twoClients(1000)[0].verify('r')).toMatchObject({ kind: 'no' })
  })
})

test('the site’s login reads what is left of a budget, and takes nothing', async () => {
  const site = openPool<Tables>(applicationUrl, 1)
  onTestFinished(() => site.close())
  const provider = newProvider()
  const time = { now: 0 }
  const clock = () => new Date(start + time.now)
  const budget = databaseBudget(db, provider, limits, clock)
  const read = () => readBudget(site.db, provider, limits, clock)
  const full = { limit: 5, perSecond: 5, callsLeft: 10, pausedSeconds: 0 }
  expect(await read()).toEqual(full)
  await budget.lease({ wanted: 4, reserve: 0 })
  expect(await read()).toEqual({ ...full, callsLeft: 6 })
  expect(await read()).toEqual({ ...full, callsLeft: 6 })
  await budget.slowDown({ pauseMs: 7000, sentMsAgo: 0 })
  time.now = 1000
  expect(await read()).toEqual({ limit: 5, perSecond: 2.5, callsLeft: 0, pausedSeconds: 6 })
  time.now = 3_600_000
  // As for the next call: it was slow at the beginning of that time, and so was its burst.
  expect(await read()).toEqual({ ...full, callsLeft: 5 })
})

describe('while the database does not answer', () => {
  function trial() {
    const time = { now: 0 }
    const logged: string[] = []
    const log = openLog('warn', { write: (line) => void logged.push(line) })
    const reachable = inDatabase(time)
    let isAway = true
    const reached = () => (isAway ? Promise.reject(new Error('connect ECONNREFUSED')) : Promise.resolve())
    const together: Budget = {
      lease: (request) => reached().then(() => reachable.lease(request)),
      slowDown: (told) => reached().then(() => reachable.slowDown(told)),
    }
    const budget = sharedBudget(together, limits, log, () => time.now)
    return { time, logged, budget, repair: () => (isAway = false) }
  }

  test('a process makes a quarter of the calls, without a burst, and shares again soon after its return', async () => {
    const { time, logged, budget, repair } = trial()
    let taken = 0
    for (; time.now < 8000; time.now += 100) taken += (await budget.lease({ wanted: 20, reserve: 0 })).taken
    // One at once, and then 5/4 a second for eight seconds.
    expect(taken).toBe(1 + 9)
    expect(logged).toHaveLength(1)
    repair()
    time.now += 1000
    expect((await budget.lease({ wanted: 20, reserve: 0 })).taken).toBe(10)
  })

  test('a process pauses by itself when the provider answers 429', async () => {
    const { time, budget } = trial()
    await budget.slowDown({ pauseMs: 5000, sentMsAgo: 0 })
    time.now = 4999
    expect((await budget.lease({ wanted: 1, reserve: 0 })).taken).toBe(0)
    time.now = 7000
    expect((await budget.lease({ wanted: 1, reserve: 0 })).taken).toBe(1)
  })

  test('a process does not wait long for a database that hangs', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const never: Budget = { lease: () => new Promise(() => {}), slowDown: () => new Promise(() => {}) }
    const lease = sharedBudget(never, limits, openLog('silent')).lease({ wanted: 1, reserve: 0 })
    await vi.advanceTimersByTimeAsync(1000)
    expect((await lease).taken).toBe(1)
  })
})
