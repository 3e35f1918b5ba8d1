import { expect, test } from 'vitest'
import { openLane } from './lane.ts'
import { Refusal } from './refusal.ts'

/** Work that goes on until it is told to end. */
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

test('as many work at once as may, the next ones wait in order, and whoever comes beyond is told to come again', async () => {
  const lane = openLane({ atOnce: 1, waiting: 2, longestWait: never })
  const [first, second, third, fourth] = [work(), work(), work(), work()]
  const answers = [first, second, third].map((one) => lane.through(one.begin))
  await expect(lane.through(fourth.begin)).rejects.toMatchObject({
    code: 'busy',
    status: 503,
    details: { retryAfter: expect.toSatisfy((seconds: number) => seconds >= 1 && seconds <= 3) },
  })
  expect(lane.use()).toEqual({ working: 1, waiting: 2, refused: 1 })
  expect([second, third, fourth].map((one) => one.hasBegun())).toEqual([false, false, false])

  first.end()
  await answers[0]
  expect([second.hasBegun(), third.hasBegun()]).toEqual([true, false])
  second.end()
  await answers[1]
  third.end()
  expect(await Promise.all(answers)).toEqual(['done', 'done', 'done'])
  expect(lane.use()).toEqual({ working: 0, waiting: 0, refused: 1 })
})

test('work that fails gives its place back', async () => {
  const lane = openLane({ atOnce: 1, waiting: 0, longestWait: never })
  const failing = work()
  const answer = lane.through(failing.begin)
  failing.fail()
  await expect(answer).rejects.toThrow('failed')
  await expect(lane.through(async () => 'done')).resolves.toBe('done')
})

test('whoever waits too long is refused, nothing of it is done, and the next one has the place', async () => {
  const lane = openLane({ atOnce: 1, waiting: 2, longestWait: 1 })
  const [first, second] = [work(), work()]
  const answer = lane.through(first.begin)
  await expect(lane.through(second.begin)).rejects.toBeInstanceOf(Refusal)
  expect(second.hasBegun()).toBe(false)
  expect(lane.use()).toEqual({ working: 1, waiting: 0, refused: 1 })
  first.end()
  await answer
  await expect(lane.through(async () => 'done')).resolves.toBe('done')
})

test('for whoever has gone nothing is done, and the place goes to whoever is still there', async () => {
  const lane = openLane({ atOnce: 1, waiting: 2, longestWait: never })
  const [first, left, stays] = [work(), work(), work()]
  const answer = lane.through(first.begin)
  const leftAnswer = expect(lane.through(left.begin, () => true)).rejects.toMatchObject({ code: 'busy' })
  const staysAnswer = lane.through(stays.begin, () => false)
  first.end()
  await answer
  await leftAnswer
  expect([left.hasBegun(), stays.hasBegun()]).toEqual([false, true])
  stays.end()
  expect(await staysAnswer).toBe('done')
  expect(lane.use()).toEqual({ working: 0, waiting: 0, refused: 1 })
})
