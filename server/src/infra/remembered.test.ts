import { expect, test } from 'vitest'
import { remembered } from './remembered.ts'

test('an answer is read once for all who ask within the time, and a failed reading again', async () => {
  let reads = 0
  const read = remembered(3600, async () => {
    reads += 1
    if (reads === 1) throw new Error('not yet')
    return reads
  })
  await expect(read()).rejects.toThrow('not yet')
  expect(await Promise.all([read(), read()])).toEqual([2, 2])
  expect(await read()).toBe(2)
})

test('without a time, each call reads', async () => {
  let reads = 0
  const read = remembered(0, async () => {
    reads += 1
    return reads
  })
  expect([await read(), await read()]).toEqual([1, 2])
})
