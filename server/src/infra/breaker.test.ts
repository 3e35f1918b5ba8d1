import { expect, test } from 'vitest'
import { openBreaker } from './breaker.ts'

function trial() {
  const time = { now: 0 }
  const changes: boolean[] = []
  const breaker = openBreaker(
    10_000,
    (tripped) => changes.push(tripped),
    () => time.now,
  )
  const silent = (times: number) => {
    for (let n = 0; n < times; n += 1) breaker.record(false)
  }
  return { time, changes, breaker, silent }
}

test('five timeouts in a row open it; an answer in between restarts the count', () => {
  const { breaker, silent, changes } = trial()
  silent(4)
  breaker.record(true)
  silent(4)
  expect(breaker.allow()).toBe(true)
  silent(1)
  expect([breaker.allow(), breaker.isOpen(), changes]).toEqual([false, true, [true]])
})

test('five timeouts over more than thirty seconds do not open it', () => {
  const { time, breaker } = trial()
  for (let n = 0; n < 20; n += 1) {
    time.now += 8000
    breaker.record(false)
  }
  expect(breaker.allow()).toBe(true)
})

test('after its pause one trial call is allowed: an answer closes it, a timeout opens it again', () => {
  const { time, breaker, silent, changes } = trial()
  silent(5)
  time.now = 10_000
  expect([breaker.allow(), breaker.allow()]).toEqual([true, false])
  breaker.record(false)
  time.now = 19_999
  expect(breaker.allow()).toBe(false)
  time.now = 20_000
  expect(breaker.allow()).toBe(true)
  breaker.record(true)
  expect([breaker.allow(), breaker.allow(), changes]).toEqual([true, true, [true, false]])
})

test('a trial call without an outcome does not block it for ever', () => {
  const { time, breaker, silent } = trial()
  silent(5)
  time.now = 10_000
  expect(breaker.allow()).toBe(true)
  time.now = 40_000
  expect(breaker.allow()).toBe(true)
})

test('with a pause of zero it never opens', () => {
  const breaker = openBreaker(0, () => expect.unreachable())
  for (let n = 0; n < 20; n += 1) breaker.record(false)
  expect([breaker.allow(), breaker.allow(), breaker.isOpen()]).toEqual([true, true, false])
})
