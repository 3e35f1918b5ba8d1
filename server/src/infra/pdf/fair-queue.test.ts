import { expect, test } from 'vitest'
import { openFairQueue } from './fair-queue.ts'

/** A queue whose work ends when the test says so, and the order in which work was done. */
function watched(limits: { atOnce: number; waiting: number }) {
  const queue = openFairQueue(limits)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (name: string, asker?: string) =>
    queue.run(async () => {
      begun.push(name)
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.push(resolve)
      await promise
    }, asker)
  async function endOne(): Promise<void> {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { ask, begun, endOne }
}

test('requesters take turns, however many requests one of them has', async () => {
  const { ask, begun, endOne } = watched({ atOnce: 1, waiting: 20 })
  const all = [ask('a1', 'a'), ask('a2', 'a'), ask('a3', 'a'), ask('b1', 'b'), ask('a4', 'a'), ask('c1', 'c')]
  for (let done = 0; done < all.length; done += 1) await endOne()
  await Promise.all(all)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4'])
})

test('one requester fills a quarter of the queue at most, and others still get in', async () => {
  const { ask, endOne } = watched({ atOnce: 2, waiting: 8 })
  const own = Array.from({ length: 4 }, () => ask('own', 'a'))
  await expect(ask('one more', 'a')).rejects.toMatchObject({ code: 'busy' })
  const others = Array.from({ length: 6 }, (_, at) => ask('other', `other ${at}`))
  await expect(ask('too much', 'late')).rejects.toMatchObject({ code: 'busy' })
  for (let done = 0; done < 10; done += 1) await endOne()
  await Promise.all([...own, ...others])
  const again = ask('afterwards', 'a')
  await endOne()
  await again
})

test('failed work releases its place', async () => {
  const queue = openFairQueue({ atOnce: 1, waiting: 4 })
  const failing = queue.run(() => Promise.reject(new Error('broken')), 'a')
  const next = queue.run(async () => 'done', 'b')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

test('without a requester only the whole queue is limited', async () => {
  const { ask, endOne } = watched({ atOnce: 1, waiting: 4 })
  const all = Array.from({ length: 5 }, () => ask('worker'))
  await expect(ask('too much')).rejects.toMatchObject({ code: 'busy' })
  for (let done = 0; done < 5; done += 1) await endOne()
  await Promise.all(all)
})
