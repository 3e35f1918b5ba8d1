import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Caller, openConcurrencyLimiter, withoutPermit } from './concurrency-limiter.ts'
import { DomainError } from './domain-error.ts'

/** Work that runs until it is ended. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let begun = false
  return {
    begin() {
      begun = true
      return promise
    },
    hasBegun: () => begun,
    end: () => resolve('done'),
    fail: () => reject(new Error('failed')),
  }
}

const never = 2 ** 31 - 1

test('calls run up to the limit, the next ones wait in order, and a call beyond those is refused with retry-after', async () => {
  const limiter = openConcurrencyLimiter({ atOnce: 1, waiting: 2, longestWait: never })
  const [first, second, third, fourth] = [work(), work(), work(), work()]
  const answers = [first, second, third].map((one) => limiter.run(one.begin))
  await expect(limiter.run(fourth.begin)).rejects.toMatchObject({
    code: 'busy',
    status: 503,
    details: { retryAfter: expect.toSatisfy((seconds: number) => seconds >= 1 && seconds <= 3) },
  })
  expect(limiter.use()).toEqual({ working: 1, waiting: 2, refused: 1 })
  expect([second, third, fourth].map((one) => one.hasBegun())).toEqual([false, false, false])

  first.end()
  await answers[0]
  expect([second.hasBegun(), third.hasBegun()]).toEqual([true, false])
  second.end()
  await answers[1]
  third.end()
  expect(await Promise.all(answers)).toEqual(['done', 'done', 'done'])
  expect(limiter.use()).toEqual({ working: 0, waiting: 0, refused: 1 })
})

test('work that fails gives its permit back', async () => {
  const limiter = openConcurrencyLimiter({ atOnce: 1, waiting: 0, longestWait: never })
  const failing = work()
  const answer = limiter.run(failing.begin)
  failing.fail()
  await expect(answer).rejects.toThrow('failed')
  await expect(limiter.run(async () => 'done')).resolves.toBe('done')
})

test('a call that waits too long is refused and not run, and the next one gets the permit', async () => {
  const limiter = openConcurrencyLimiter({ atOnce: 1, waiting: 2, longestWait: 1 })
  const [first, second] = [work(), work()]
  const answer = limiter.run(first.begin)
  await expect(limiter.run(second.begin)).rejects.toBeInstanceOf(DomainError)
  expect(second.hasBegun()).toBe(false)
  expect(limiter.use()).toEqual({ working: 1, waiting: 0, refused: 1 })
  first.end()
  await answer
  await expect(limiter.run(async () => 'done')).resolves.toBe('done')
})

test('a caller who has hung up is skipped, and the permit goes to the next one', async () => {
  const limiter = openConcurrencyLimiter({ atOnce: 1, waiting: 2, longestWait: never })
  const [first, left, stays] = [work(), work(), work()]
  const answer = limiter.run(first.begin)
  const leftAnswer = expect(limiter.run(left.begin, { isGone: () => true })).rejects.toMatchObject({
    code: 'busy',
  })
  const staysAnswer = limiter.run(stays.begin, { isGone: () => false })
  first.end()
  await answer
  await leftAnswer
  expect([left.hasBegun(), stays.hasBegun()]).toEqual([false, true])
  stays.end()
  expect(await staysAnswer).toBe('done')
  expect(limiter.use()).toEqual({ working: 0, waiting: 0, refused: 1 })
})

describe('fair sharing', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const signedIn = (account: number, address = `41.58.0.${account}`): Caller => ({ account, address })
  const stranger = (address: string): Caller => ({ account: null, address })

  /** Calls of 10 ms each; `done` has the names of those that are answered, in order. */
  function trial(settings: Partial<Parameters<typeof openConcurrencyLimiter>[0]> = {}) {
    const limiter = openConcurrencyLimiter({ atOnce: 2, waiting: 100, longestWait: 400, ...settings })
    const done: string[] = []
    const refused: string[] = []
    const call = (name: string, caller: Caller, milliseconds = 10) =>
      void limiter
        .run(() => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)), { caller })
        .then(
          () => done.push(name),
          () => refused.push(name),
        )
    const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
    return { limiter, done, refused, call, pass }
  }

  test('120 concurrent calls of one account delay another account by one call only', async () => {
    const { call, done, refused, pass } = trial({ waiting: 96 })
    for (let n = 0; n < 120; n += 1) call('flood', signedIn(1))
    call('other', signedIn(2))
    await pass(20)
    expect(done).toContain('other')
    expect(refused).not.toContain('other')
  })

  test('concurrent calls of one account are all answered when no other account calls', async () => {
    const { call, done, refused, pass } = trial()
    for (let n = 0; n < 40; n += 1) call('alone', signedIn(1))
    await pass(400)
    expect([done.length, refused.length]).toEqual([40, 0])
  })

  test('two accounts that always wait get half of the permits each, whichever has more calls', async () => {
    const { call, done, pass } = trial({ atOnce: 4 })
    for (let n = 0; n < 60; n += 1) call('many', signedIn(1))
    for (let n = 0; n < 20; n += 1) call('few', signedIn(2))
    await pass(100)
    const few = done.filter((name) => name === 'few').length
    expect(few).toBeGreaterThanOrEqual(16)
    expect(done.length).toBe(40)
  })

  test('with one permit only, accounts and addresses take turns', async () => {
    const { call, done, pass } = trial({ atOnce: 1 })
    for (let n = 0; n < 5; n += 1) call('first', signedIn(1))
    for (let n = 0; n < 3; n += 1) call('second', signedIn(2))
    await pass(80)
    expect(done.slice(0, 6)).toEqual(['first', 'second', 'first', 'second', 'first', 'second'])
    expect(done).toHaveLength(8)
  })

  test('many accounts at one address do not delay an account elsewhere', async () => {
    const { call, done, pass } = trial({ waiting: 30 })
    for (let account = 10; account < 50; account += 1) call('crowd', signedIn(account, '41.58.9.9'))
    call('other', signedIn(2))
    await pass(20)
    expect(done).toContain('other')
  })

  test('anonymous callers at one address count together, and do not delay signed-in users there', async () => {
    const { call, done, pass } = trial({ waiting: 30 })
    for (let n = 0; n < 60; n += 1) call('strangers', stranger('41.58.9.9'))
    call('signed in', signedIn(2, '41.58.9.9'))
    call('elsewhere', stranger('41.58.8.8'))
    await pass(30)
    expect(done).toContain('signed in')
    expect(done).toContain('elsewhere')
  })

  test('one account at its limit leaves the other permits free', async () => {
    const { call, limiter, done, pass } = trial({ atOnce: 6, perAccount: 2, perAddress: 4 })
    for (let n = 0; n < 20; n += 1) call('slow', signedIn(1), 10_000)
    expect(limiter.use()).toMatchObject({ working: 2, waiting: 18 })
    for (let n = 0; n < 20; n += 1) call('strangers', stranger('41.58.9.9'), 10_000)
    expect(limiter.use()).toMatchObject({ working: 6, waiting: 34 })
    await pass(500)
    expect(limiter.use()).toMatchObject({ working: 6, waiting: 0 })
    await pass(10_000)
    call('other', signedIn(2))
    await pass(10)
    expect(done.at(-1)).toBe('other')
  })

  test('a call that waits for an external service releases its permit, and gets the next one before calls that have not begun', async () => {
    const { limiter, done, call, pass } = trial({ atOnce: 1 })
    const order: string[] = []
    const slow = limiter.run(
      async () => {
        await withoutPermit(() => new Promise<void>((resolve) => setTimeout(resolve, 15)))
        order.push(`back with ${limiter.use().working} in work after ${done.length}`)
      },
      { caller: signedIn(1) },
    )
    for (let n = 0; n < 4; n += 1) call('ordinary', signedIn(2))
    await pass(30)
    await slow
    expect(order).toEqual(['back with 1 in work after 2'])
    await pass(30)
    expect(done).toHaveLength(4)
    expect(limiter.use()).toMatchObject({ working: 0, waiting: 0, refused: 0 })
  })

  test('external waits have a queue of their own, with a limit', async () => {
    const outside = openConcurrencyLimiter({ atOnce: 1, waiting: 0, longestWait: 400 })
    const limiter = openConcurrencyLimiter({ atOnce: 2, waiting: 10, longestWait: 400 }, outside)
    const ask = () =>
      limiter.run(() => withoutPermit(() => new Promise((resolve) => setTimeout(() => resolve('told'), 50))))
    const [first, second] = [ask(), ask()]
    await expect(second).rejects.toMatchObject({ code: 'busy' })
    expect(limiter.use()).toMatchObject({ working: 0, waiting: 0 })
    await vi.advanceTimersByTimeAsync(50)
    expect(await first).toBe('told')
    expect(limiter.use()).toMatchObject({ working: 0, waiting: 0 })
  })

  test('strangers of one address whose accounts become known while they work wait outside as accounts', async () => {
    const outside = openConcurrencyLimiter({ atOnce: 9, waiting: 0, longestWait: 400, perAddress: 1 })
    const limiter = openConcurrencyLimiter({ atOnce: 9, waiting: 0, longestWait: 400 }, outside)
    const pay = (account: number) => {
      let isKnown = false
      const work = () => {
        isKnown = true
        return withoutPermit(() => new Promise((resolve) => setTimeout(() => resolve('paid'), 50)))
      }
      return limiter.run(work, {
        get caller() {
          return isKnown ? signedIn(account, '41.58.0.1') : stranger('41.58.0.1')
        },
      })
    }
    const paid = Promise.all([pay(1), pay(2), pay(3)])
    await vi.advanceTimersByTimeAsync(50)
    expect(await paid).toEqual(['paid', 'paid', 'paid'])
    expect(limiter.use()).toEqual({ working: 0, waiting: 0, refused: 0 })
  })

  test('two concurrent waits of one call release its permit once, and take it again once', async () => {
    const { limiter, pass } = trial({ atOnce: 1 })
    const wait = (milliseconds: number) =>
      withoutPermit(() => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)))
    const both = limiter.run(() => Promise.all([wait(10), wait(20)]))
    await pass(15)
    expect(limiter.use().working).toBe(0)
    await pass(10)
    await both
    expect(limiter.use().working).toBe(0)
    const unheard = limiter.run(async () => void wait(10))
    await unheard
    expect(limiter.use().working).toBe(0)
    await pass(20)
    expect(limiter.use().working).toBe(0)
  })
})
