import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Budget, localBudget } from './budget.ts'
import { openCallQueue, type Urgency } from './call-queue.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const queueOf = (perSecond: number, burst: number, budget: Budget = localBudget({ perSecond, burst })) =>
  openCallQueue(budget, burst)

test('a burst goes out at once, and then so many calls a second', async () => {
  const queue = queueOf(20, 5)
  let taken = 0
  for (let n = 0; n < 10; n += 1) void queue.take('now', 1000).then(() => (taken += 1))
  const after = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds)
    return taken
  }
  expect(await after(0)).toBe(5)
  expect(await after(49)).toBe(5)
  expect([await after(1), await after(50), await after(50)]).toEqual([6, 7, 8])
  expect([await after(99), await after(1), await after(1000)]).toEqual([9, 10, 10])
})

test('more urgent calls go first, then earlier ones', async () => {
  const queue = queueOf(100, 1)
  await queue.take('now', 1000)
  const order: string[] = []
  const stand = async (urgency: Urgency, name: string) => {
    await queue.take(urgency, 1000)
    order.push(name)
  }
  const all = Promise.all([
    stand('later', 'list 1'),
    stand('soon', 'refund'),
    stand('later', 'list 2'),
    stand('now', 'payer 1'),
    stand('now', 'payer 2'),
  ])
  await vi.advanceTimersByTimeAsync(1000)
  await all
  expect(order).toEqual(['payer 1', 'payer 2', 'refund', 'list 1', 'list 2'])
})

test('one call in ten is for our own work while users wait without end', async () => {
  const queue = queueOf(10, 1)
  const gone = { now: 0, soon: 0 }
  const stand = (urgency: 'now' | 'soon') =>
    void queue.take(urgency, 8000).then(({ may }) => {
      if (may) gone[urgency] += 1
    })
  for (let tenth = 0; tenth < 600; tenth += 1) {
    for (let n = 0; n < 2; n += 1) stand('now')
    if (tenth % 5 === 0) stand('soon')
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(gone.now + gone.soon).toBeGreaterThan(595)
  expect(gone.soon).toBeGreaterThan(45)
  expect(gone.soon).toBeLessThanOrEqual(60)
})

test('a call that would certainly wait too long is refused at once, and learns when to come back', async () => {
  const queue = queueOf(5, 10)
  const turns = Array.from({ length: 60 }, () => queue.take('now', 8100))
  await vi.advanceTimersByTimeAsync(0)
  const late = await queue.take('now', 8100)
  expect(late).toEqual({ may: false, retryAfterMs: expect.closeTo(8200, 0) })
  await vi.advanceTimersByTimeAsync(8100)
  const ends = await Promise.all(turns)
  // Ten at once, and five a second for eight seconds.
  expect(ends.filter(({ may }) => may)).toHaveLength(10 + 8 * 5)
  expect(ends.slice(50).every(({ may }) => !may)).toBe(true)
})

test('a call that is overtaken leaves after its patience, and its permit goes to the next', async () => {
  const queue = queueOf(20, 1)
  await queue.take('now', 10)
  const list = queue.take('later', 60)
  const payers = [queue.take('now', 1000), queue.take('now', 1000)]
  await vi.advanceTimersByTimeAsync(1000)
  expect(await list).toMatchObject({ may: false })
  expect(await Promise.all(payers)).toEqual([{ may: true }, { may: true }])
})

test('when the provider asks for a pause, waiting and new calls are refused at once, and calls go out after it', async () => {
  const budget = localBudget({ perSecond: 5, burst: 1 })
  const queue = queueOf(5, 1, budget)
  await queue.take('now', 8000)
  const waiting = queue.take('now', 8000)
  await budget.slowDown({ pauseMs: 30_000, sentMsAgo: 0 })
  await vi.advanceTimersByTimeAsync(200)
  expect(await waiting).toEqual({ may: false, retryAfterMs: expect.closeTo(30_200, 0) })
  expect(await queue.take('now', 8000)).toMatchObject({ may: false })
  expect(await queue.take('spare', 8000)).toMatchObject({ may: false })
  await vi.advanceTimersByTimeAsync(30_200)
  expect(await queue.take('now', 0)).toEqual({ may: true })
})

test('optional calls go out only while more than half of the burst is left and no call waits, and never wait', async () => {
  const queue = queueOf(10, 10)
  const spare = async () => (await queue.take('spare', 1000)).may
  const taken = [await spare(), await spare(), await spare(), await spare(), await spare()]
  expect(taken).toEqual([true, true, true, true, true])
  expect(await spare()).toBe(false)
  for (let n = 0; n < 5; n += 1) expect((await queue.take('now', 0)).may).toBe(true)
  const payer = queue.take('now', 1000)
  expect(await spare()).toBe(false)
  await vi.advanceTimersByTimeAsync(500)
  expect((await payer).may).toBe(true)
  expect(await spare()).toBe(false)
  await vi.advanceTimersByTimeAsync(300)
  expect(await spare()).toBe(true)
})

test('two processes that share a budget make as many calls together as one, and each gets its part', async () => {
  const budget = localBudget({ perSecond: 5, burst: 10 })
  const queues = [queueOf(5, 10, budget), queueOf(5, 10, budget)]
  const taken = [0, 0]
  for (const [process, queue] of queues.entries())
    for (let n = 0; n < 40; n += 1)
      void queue.take('now', 8000).then(({ may }) => {
        if (may) taken[process] = (taken[process] ?? 0) + 1
      })
  await vi.advanceTimersByTimeAsync(8000)
  const [one = 0, other = 0] = taken
  expect(one + other).toBeGreaterThanOrEqual(10 + 7 * 5)
  expect(one + other).toBeLessThanOrEqual(10 + 8 * 5)
  expect(Math.min(one, other)).toBeGreaterThanOrEqual(5)
})

test('users of one process go before the own work of another, which gets all that they leave', async () => {
  const budget = localBudget({ perSecond: 5, burst: 10 })
  const [site, worker] = [queueOf(5, 10, budget), queueOf(5, 10, budget)]
  let work = 0
  let isOver = false
  const worked = Array.from({ length: 4 }, async () => {
    while (!isOver) if ((await worker.take('soon', 8000)).may) work += 1
  })
  await vi.advanceTimersByTimeAsync(10_000)
  // As many calls as there are tokens, but for the one that is left to users.
  expect(work).toBeGreaterThanOrEqual(9 + 10 * 5 - 10)
  work = 0
  let paid = 0
  const payers = Array.from({ length: 38 }, async () => {
    if ((await site.take('now', 8100)).may) paid += 1
  })
  await vi.advanceTimersByTimeAsync(8000)
  expect(paid).toBeGreaterThanOrEqual(36)
  expect(work).toBeLessThanOrEqual(4)
  await vi.advanceTimersByTimeAsync(3000)
  await Promise.all(payers)
  expect(work).toBeGreaterThanOrEqual(8)
  isOver = true
  await vi.advanceTimersByTimeAsync(10_000)
  await Promise.all(worked)
})

test('a user does not wait until own work of the same process asks again', async () => {
  const budget = localBudget({ perSecond: 1, burst: 2 })
  const queue = queueOf(1, 2, budget)
  await queue.take('now', 0)
  const work = queue.take('later', 60_000)
  await vi.advanceTimersByTimeAsync(0)
  // One token is there, and is left to users.
  const user = queue.take('now', 100)
  await vi.advanceTimersByTimeAsync(1)
  expect(await user).toEqual({ may: true })
  await vi.advanceTimersByTimeAsync(5000)
  expect(await work).toEqual({ may: true })
})

test('a process that gets no token asks seldom, and not at all for optional calls', async () => {
  let asked = 0
  const others: Budget = {
    async lease() {
      asked += 1
      return { taken: 0, waitMs: 200, perSecond: 5 }
    },
    async slowDown() {},
  }
  const queue = queueOf(5, 10, others)
  const turn = queue.take('now', 8000)
  await vi.advanceTimersByTimeAsync(0)
  expect([await queue.take('spare', 8000), asked]).toEqual([{ may: false, retryAfterMs: 1000 }, 1])
  await vi.advanceTimersByTimeAsync(8000)
  expect(await turn).toMatchObject({ may: false })
  expect(asked).toBeLessThan(22)
})
