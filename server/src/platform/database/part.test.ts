import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import { onlyPart } from './part.ts'

const db = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const written = (limit: number, offset: number) => {
  const { sql, parameters } = onlyPart({ limit, offset }).compile(db)
  return [sql, parameters]
}

test('the first pages of the usual length stand in the statement, so that the database keeps their plans', () => {
  expect(written(15, 0)).toEqual(['limit 15 offset 0', []])
  expect(written(15, 105)).toEqual(['limit 15 offset 105', []])
})

test('whatever else is asked for makes no statement of its own', () => {
  for (const [limit, offset] of [
    [15, 120],
    [15, 7],
    [16, 0],
    [50, 100],
  ] as const)
    expect(written(limit, offset)).toEqual(['limit $1 offset $2', [limit, offset]])
})
