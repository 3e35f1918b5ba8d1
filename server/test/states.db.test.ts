import { orderState, paymentState, reportState, specimenState, visitState } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { accountMoves } from '../src/account/account-state.ts'
import { orderMoves } from '../src/booking/order-state.ts'
import { specimenMoves } from '../src/collection/specimen/specimen-state.ts'
import { visitMoves } from '../src/collection/visit/visit-state.ts'
import { applicationMoves } from '../src/partner/application-state.ts'
import { linkMoves } from '../src/payment/link-state.ts'
import { paymentMoves } from '../src/payment/payment-state.ts'
import type { Moves } from '../src/platform/moves.ts'
import { reportMoves } from '../src/result/report/report-state.ts'
import { cloneDatabase } from './database.ts'

const { sql } = await cloneDatabase()

function statesOf(moves: Moves): string[] {
  return [...new Set(Object.values(moves).flatMap((move) => [...move.from, move.to]))].toSorted()
}

/** The list in the CHECK of a table's column `state`. */
async function checked(table: string): Promise<string[]> {
  const [row] = await sql<{ definition: string }[]>`
    select pg_get_constraintdef(c.oid) as definition from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attname = 'state' and c.conkey = array[a.attnum]
    where c.conrelid = ${table}::regclass and c.contype = 'c'`
  return [...(row?.definition ?? '').matchAll(/'([^']+)'::text/g)].map(([, state = '']) => state).toSorted()
}

test.each([
  ['account', accountMoves],
  ['lab_order', orderMoves],
  ['payment', paymentMoves],
  ['payment_link', linkMoves],
  ['partner_application', applicationMoves],
  ['report_version', reportMoves],
  ['collection', visitMoves],
  ['specimen', specimenMoves],
])('the database takes for a %s just the states of its table of moves', async (table, moves) => {
  expect(await checked(table)).toEqual(statesOf(moves))
})

test('a code is live, or has ended in one of four ways', async () => {
  expect(await checked('code')).toEqual(['burned', 'expired', 'live', 'replaced', 'used'])
})

test('the states on the wire are the states of the tables', () => {
  expect([...orderState.options].toSorted()).toEqual(statesOf(orderMoves))
  expect([...reportState.options].toSorted()).toEqual(statesOf(reportMoves))
  expect([...paymentState.options].toSorted()).toEqual(statesOf(paymentMoves))
  expect([...specimenState.options].toSorted()).toEqual(statesOf(specimenMoves))
  expect([...visitState.options].toSorted()).toEqual(statesOf(visitMoves))
})
