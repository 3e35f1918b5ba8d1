import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { batchLoader } from './batch-loader.ts'

function counted() {
  const asked: (readonly string[])[] = []
  const lengths = batchLoader(async (keys: readonly string[]) => {
    asked.push([...keys])
    return keys.map((key) => key.length)
  })
  return { asked, lengths }
}

test('calls in one turn share one query, and each gets its own answer', async () => {
  const { asked, lengths } = counted()
  expect(await Promise.all(['a', 'ccc', 'bb', 'a'].map(lengths))).toEqual([1, 3, 2, 1])
  expect(asked).toEqual([['a', 'ccc', 'bb', 'a']])
})

test('a later call never gets the answer of an earlier query', async () => {
  const { asked, lengths } = counted()
  const first = lengths('a')
  await turn()
  const second = lengths('bb')
  expect(await Promise.all([first, second])).toEqual([1, 2])
  expect(asked).toEqual([['a'], ['bb']])
})

test('a query has a hundred keys at most; others go into a second query', async () => {
  const { asked, lengths } = counted()
  const keys = Array.from({ length: 250 }, (_, at) => 'x'.repeat(at % 7))
  expect(await Promise.all(keys.map(lengths))).toEqual(keys.map(({ length }) => length))
  expect(asked.map(({ length }) => length)).toEqual([100, 100, 50])
})

test('if the query fails, all calls of that turn fail, and the next turn queries again', async () => {
  let isDown = true
  const ask = batchLoader(async (keys: readonly number[]) => {
    if (isDown) throw new Error('away')
    return keys
  })
  const told = await Promise.allSettled([ask(1), ask(2)])
  expect(told.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isDown = false
  expect(await ask(3)).toBe(3)
})
