import { describe, expect, test } from 'vitest'
import { type AppliedMigration, judgeLayout } from './layout.ts'
import { type Migration, readMigration } from './migrations.ts'

const first = readMigration('0001_initial.sql', 'create table a (id int);')
const expand = readMigration('0002_more.sql', '-- phase: expand\nalter table a add column b int;')
const contract = readMigration(
  '0003_less.sql',
  '-- phase: contract\n-- works with versions from: 0002\n\nalter table a drop column c;',
)

const applied = (...migrations: Migration[]): AppliedMigration[] => migrations
const kindOn = (ran: readonly AppliedMigration[], own: readonly Migration[]) => judgeLayout(ran, own).kind

describe('the comments at the top of a migration', () => {
  test.each([
    ['-- phase: expand', { phase: 'expand', worksFrom: '0001', inTransaction: true }],
    ['-- phase: expand\n-- no transaction', { phase: 'expand', worksFrom: '0001', inTransaction: false }],
    [
      '-- Why it goes.\n\n-- phase: contract\n-- works with versions from: 0007',
      { phase: 'contract', worksFrom: '0007' },
    ],
    ['-- phase: contract', { phase: 'contract', worksFrom: null }],
    ['-- phase: expanding', { phase: null, worksFrom: null }],
    ['select 1; -- phase: expand', { phase: null, worksFrom: null }],
    ['select 1;\n-- phase: expand\n-- no transaction', { phase: null, worksFrom: null, inTransaction: true }],
    ['', { phase: null, worksFrom: null, inTransaction: true }],
  ])('%j', (text, found) => {
    expect(readMigration('0009_x.sql', text)).toMatchObject(found)
  })
})

describe('the tables of a database', () => {
  test.each<[string, readonly AppliedMigration[], readonly Migration[], string]>([
    ['without migrations are empty', [], [first], 'empty'],
    ['of this version', applied(first, expand), [first, expand], 'own'],
    ['of an older version are behind', applied(first), [first, expand, contract], 'behind'],
    ['of a newer version that only added', applied(first, expand), [first], 'newer'],
    [
      'of a newer version that works with this one',
      applied(first, expand, contract),
      [first, expand],
      'newer',
    ],
    [
      'of a newer version that took away what this one uses',
      applied(first, expand, contract),
      [first],
      'other',
    ],
    ['of a newer version that says nothing', [first, { ...expand, worksFrom: null }], [first], 'other'],
    ['with a changed migration', [{ ...first, hash: 'x' }], [first], 'other'],
    [
      'with a changed migration, of a newer version',
      [{ ...first, hash: 'x' }, ...applied(expand)],
      [first],
      'other',
    ],
    ['that lack one and have an unknown one', applied(first, contract), [first, expand], 'other'],
    [
      'with an unknown one below the level of this version',
      applied(first, expand, contract),
      [first, contract],
      'other',
    ],
    [
      'with an unknown one of the level of this version',
      [...applied(first, expand), { ...expand, name: '0002_other.sql' }],
      [first, expand],
      'other',
    ],
  ])('%s', (_, ran, own, kind) => {
    expect(kindOn(ran, own)).toBe(kind)
  })
})
