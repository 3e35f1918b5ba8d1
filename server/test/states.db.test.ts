import { orderState, paymentState, reportState, specimenState, visitState } from '@labalaba/contract'
import { expect, test } from 'vitest'
import type { Transitions } from '../src/infra/state-machine.ts'
import { accountTransitions } from '../src/modules/accounts/account-state-machine.ts'
import { visitTransitions } from '../src/modules/home-visits/visit-state-machine.ts'
import { orderTransitions } from '../src/modules/orders/order-state-machine.ts'
import { applicationTransitions } from '../src/modules/partners/application-state-machine.ts'
import { linkTransitions } from '../src/modules/payments/link-state-machine.ts'
import { paymentTransitions } from '../src/modules/payments/payment-state-machine.ts'
import { reportTransitions } from '../src/modules/results/reports/report-state-machine.ts'
import { specimenTransitions } from '../src/modules/specimens/specimen-state-machine.ts'
import { cloneDatabase } from './database.ts'

const { sql } = await cloneDatabase()

function statesOf(moves: Transitions): string[] {
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
  ['account', accountTransitions],
  ['lab_order', orderTransitions],
  ['payment', paymentTransitions],
  ['payment_link', linkTransitions],
  ['partner_application', applicationTransitions],
  ['report_version', reportTransitions],
  ['collection', visitTransitions],
  ['specimen', specimenTransitions],
])('the database accepts for a %s exactly the states of its transition table', async (table, moves) => {
  expect(await checked(table)).toEqual(statesOf(moves))
})

test('a code is live, or has ended in one of four ways', async () => {
  expect(await checked('code')).toEqual(['burned', 'expired', 'live', 'replaced', 'used'])
})

test('the states on the wire are the states of the tables', () => {
  expect([...orderState.options].toSorted()).toEqual(statesOf(orderTransitions))
  expect([...reportState.options].toSorted()).toEqual(statesOf(reportTransitions))
  expect([...paymentState.options].toSorted()).toEqual(statesOf(paymentTransitions))
  expect([...specimenState.options].toSorted()).toEqual(statesOf(specimenTransitions))
  expect([...visitState.options].toSorted()).toEqual(statesOf(visitTransitions))
})
