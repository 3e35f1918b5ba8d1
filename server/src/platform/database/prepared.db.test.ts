import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../../../test/database.ts'
import type { Db } from '../../db.ts'
import { prepared } from './prepared.ts'

const { db } = await cloneDatabase(2)

test('a statement is written once, and has the values of each who asks', async () => {
  let written = 0
  const ask = prepared((_: Db, { word, at, of }: { word: string; at: Date; of: Buffer }) => {
    written += 1
    return sql<{ word: string; later: Date; of: Buffer; fixed: string }>`
      select ${word}::text as word, ${at} + interval '1 hour' as later, ${of} as of, ${'the same'}::text as fixed`
  })
  const at = new Date('2026-11-23T10:00:00Z')
  const later = new Date('2026-11-23T11:00:00Z')
  const asked = ['one', 'two', 'three'].map((word) => ask(db, { word, at, of: Buffer.from(word) }))
  expect((await Promise.all(asked)).flat()).toEqual(
    ['one', 'two', 'three'].map((word) => ({ word, later, of: Buffer.from(word), fixed: 'the same' })),
  )
  expect(written).toBe(1)
})

test('what is another statement is written by itself: of other values, of values of another type, of another form', async () => {
  let written = 0
  const ask = prepared(
    (_: Db, values: { day?: Date | null | undefined; word: string }, form: 'upper' | 'lower') => {
      written += 1
      const word = form === 'upper' ? sql`upper(${values.word})` : sql`lower(${values.word})`
      const day = 'day' in values ? sql`${values.day}::timestamptz` : sql`null::timestamptz`
      return sql<{ word: string; day: Date | null }>`select ${word} as word, ${day} as day`
    },
  )
  const day = new Date('2026-11-23T10:00:00Z')
  const told = [
    await ask(db, { word: 'Ada' }, 'upper'),
    await ask(db, { word: 'Ada' }, 'lower'),
    await ask(db, { word: 'Ada', day }, 'lower'),
    await ask(db, { word: 'Ada', day: null }, 'lower'),
    await ask(db, { word: 'Obi', day }, 'lower'),
    await ask(db, { word: 'Obi', day: undefined }, 'lower'),
  ]
  expect(told.flat()).toEqual([
    { word: 'ADA', day: null },
    { word: 'ada', day: null },
    { word: 'ada', day },
    { word: 'ada', day: null },
    { word: 'obi', day },
    { word: 'obi', day: null },
  ])
  expect(written).toBe(4)
})

test('a hundred forms are kept, and the oldest goes first', async () => {
  let written = 0
  const ask = prepared((_: Db, { word }: { word: string }, form: number) => {
    written += 1
    return sql<{ told: string }>`select ${word}::text || ${sql.lit(form)}::text as told`
  })
  for (let form = 0; form <= 100; form += 1)
    expect(await ask(db, { word: 'a' }, form)).toEqual([{ told: `a${form}` }])
  expect(written).toBe(101)
  await ask(db, { word: 'a' }, 100)
  expect(written).toBe(101)
  await ask(db, { word: 'a' }, 0)
  expect(written).toBe(102)
})
