import { expect, test } from 'vitest'
import { keepAnswers } from './kept-answers.ts'

/** Reads that are counted, and answer what they are told to. */
function counted() {
  const read: string[] = []
  const reading = (answer: string) => async () => {
    read.push(answer)
    return answer
  }
  return { read, reading }
}

test('what is asked again at the same version is not read again, and every key has its own answer', async () => {
  const keep = keepAnswers<string>(10)
  const { read, reading } = counted()
  expect(await keep(1, 'yaba', reading('a'))).toBe('a')
  expect(await keep(1, 'ikeja', reading('b'))).toBe('b')
  expect(await keep(1, 'yaba', reading('c'))).toBe('a')
  expect(read).toEqual(['a', 'b'])
})

test('who asks the same at once is told of one reading', async () => {
  const keep = keepAnswers<string>(10)
  const { read, reading } = counted()
  expect(await Promise.all([keep(1, 'x', reading('a')), keep(1, 'x', reading('b'))])).toEqual(['a', 'a'])
  expect(read).toEqual(['a'])
})

test('another version forgets all that was kept', async () => {
  const keep = keepAnswers<string>(10)
  const { reading } = counted()
  await keep(1, 'x', reading('old'))
  expect(await keep(2, 'x', reading('new'))).toBe('new')
  expect(await keep(2, 'x', reading('newer'))).toBe('new')
})

test('who read the version before somebody else did is told what is read now, and it is not kept', async () => {
  const keep = keepAnswers<string>(10)
  const { reading } = counted()
  await keep(2, 'x', reading('of two'))
  expect(await keep(1, 'x', reading('of one'))).toBe('of one')
  expect(await keep(1, 'y', reading('of one'))).toBe('of one')
  expect(await keep(2, 'x', reading('again'))).toBe('of two')
  expect(await keep(2, 'y', reading('of two'))).toBe('of two')
})

test('a reading that began at an older version is not kept for a later one, however late it ends', async () => {
  const keep = keepAnswers<string>(10)
  const slow = Promise.withResolvers<string>()
  const first = keep(1, 'x', () => slow.promise)
  expect(await keep(2, 'x', async () => 'new')).toBe('new')
  slow.resolve('old')
  expect(await first).toBe('old')
  expect(await keep(2, 'x', async () => 'newer')).toBe('new')
})

test('what failed is told to all who waited for it, and is not kept', async () => {
  const keep = keepAnswers<string>(10)
  const failing = async () => {
    throw new Error('the database is away')
  }
  const both = [keep(1, 'x', failing), keep(1, 'x', failing)]
  for (const { status } of await Promise.allSettled(both)) expect(status).toBe('rejected')
  expect(await keep(1, 'x', async () => 'there')).toBe('there')
})

test('so many are kept, and what was not asked for the longest goes first', async () => {
  const keep = keepAnswers<string>(2)
  const { read, reading } = counted()
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await keep(1, key, reading(key))
  expect(read).toEqual(['a', 'b', 'c', 'b'])
})
