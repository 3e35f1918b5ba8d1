import pg from 'pg'
import { expect, test } from 'vitest'
import { Loan } from './loan.ts'
import { Statements } from './statements.ts'

/** A connection on which no transaction can be begun, as where somebody cancels just that statement. */
function openUnwilling() {
  const sent: string[] = []
  const released: unknown[] = []
  const cancelled = Object.assign(new pg.DatabaseError('canceling statement', 0, 'error'), {
    code: '57014',
    severity: 'ERROR',
  })
  const client = {
    query: async ({ text }: { text: string }) => {
      sent.push(text)
      if (text === 'begin') throw cancelled
      return { command: 'SELECT', rowCount: 0, rows: [] }
    },
    release: (destroy: unknown) => void released.push(destroy),
  }
  return { loan: new Loan(client as unknown as pg.PoolClient, new Statements()), sent, released }
}

test.each([
  'insert into lab_order values (1)',
  'with made as (insert into payment values (1) returning *) select * from made',
  'select add_job($1)',
  'update account set state = $1',
])('what could not be begun changes nothing: %s', async (statement) => {
  const { loan, sent, released } = openUnwilling()
  await loan.query('begin', [])
  const first = loan.query(statement, [])
  const second = loan.query('select 2', [])
  await expect(first).rejects.toMatchObject({ code: 'CONNECTION_LOST' })
  await expect(second).rejects.toMatchObject({ code: 'CONNECTION_LOST' })
  await loan.query('rollback', [])
  loan.release()
  expect(sent).toEqual(['begin'])
  expect(released).toEqual([true])
})

test('what only reads goes out with the beginning, and is not told where that fails', async () => {
  const { loan, sent, released } = openUnwilling()
  await loan.query('begin', [])
  await expect(loan.query('select state from account for no key update', [])).rejects.toMatchObject({
    code: 'CONNECTION_LOST',
  })
  await expect(loan.query('insert into lab_order values (1)', [])).rejects.toMatchObject({
    code: 'CONNECTION_LOST',
  })
  await loan.query('rollback', [])
  loan.release()
  expect(sent).toEqual(['begin', 'select state from account for no key update'])
  expect(released).toEqual([true])
})

test('a transaction in which nothing was asked is never begun', async () => {
  const { loan, sent } = openUnwilling()
  await loan.query('begin', [])
  await loan.query('commit', [])
  expect(sent).toEqual([])
})

test('a change that is asked beside a first reading waits until its transaction has begun', async () => {
  const { loan, sent, released } = openUnwilling()
  await loan.query('begin', [])
  const asked = [
    loan.query('select 1', []),
    loan.query('insert into lab_order values (1)', []),
    loan.query('select 2', []),
  ]
  for (const { status } of await Promise.allSettled(asked)) expect(status).toBe('rejected')
  await loan.query('rollback', [])
  loan.release()
  expect(sent).toEqual(['begin', 'select 1'])
  expect(released).toEqual([true])
})

/** A connection on which the tables of prepared statements have changed. */
function openStale() {
  const sent: string[] = []
  const released: unknown[] = []
  const stale = Object.assign(new pg.DatabaseError('cached plan must not change result type', 0, 'error'), {
    ...{ code: '0A000', severity: 'ERROR', routine: 'RevalidateCachedQuery' },
  })
  const client = {
    query: async ({ text, name }: { text: string; name?: string }) => {
      sent.push(name ? `${text} (prepared)` : text)
      if (name) throw stale
      return { command: 'SELECT', rowCount: 0, rows: [] }
    },
    release: (destroy: unknown) => void released.push(destroy),
  }
  const statements = new Statements()
  for (const text of ['select 1', 'select 2']) statements.nameOf({}, text)
  return { loan: new Loan(client as unknown as pg.PoolClient, statements), sent, released }
}

test('outside a transaction each statement outlives a change of its table, and the connection goes after the last', async () => {
  const { loan, sent, released } = openStale()
  await loan.query('select 1', [])
  await loan.query('select 2', [])
  loan.release()
  expect(sent).toEqual(['select 1 (prepared)', 'select 1', 'select 2 (prepared)', 'select 2'])
  expect(released).toEqual([true])
})

test('a connection that was given back is not asked again for whoever had it', async () => {
  const { loan, sent } = openStale()
  const left = loan.query('select 1', [])
  loan.release()
  await expect(left).rejects.toMatchObject({ code: 'CONNECTION_STALE' })
  expect(sent).toEqual(['select 1 (prepared)'])
})
