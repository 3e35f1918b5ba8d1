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
