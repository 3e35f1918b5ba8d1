import { kobo } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../../test/database.ts'
import type { Tx } from '../db.ts'
import * as ledger from './index.ts'

const { db, sql } = await cloneDatabase()
const at = new Date('2026-11-21T09:00:00Z')
let made = 0

function capture(amount = 1_000_000, fee = 25_000): ledger.Capture {
  made += 1
  return {
    paymentReference: `bk-of-these-tests-${made}`,
    orderReference: `LB-TEST-${made}`,
    amount: kobo(amount),
    fee: kobo(fee),
    at,
  }
}

const split: ledger.Split = {
  labId: 7,
  bookedBy: 9,
  lab: kobo(850_000),
  doctor: kobo(50_000),
  phlebotomist: kobo(0),
  platform: kobo(100_000),
}

async function inTransaction(act: (tx: Tx) => Promise<unknown>): Promise<void> {
  await db.transaction().execute(async (tx) => void (await act(tx)))
}

/** What an order's postings have moved, by account; accounts that stand at nothing are left out. */
async function balances(order: string): Promise<Record<string, number>> {
  const rows = await sql<{ account: string; sum: number }[]>`
    select account.kind || rtrim(':' || account.owner, ':') as account, sum(line.amount_kobo) as sum
    from ledger_posting posting join ledger_line line on line.posting_id = posting.id
      join ledger_account account on account.id = line.account_id
    where posting.order_reference = ${order} group by 1 having sum(line.amount_kobo) <> 0 order by 1`
  return Object.fromEntries(rows.map((row) => [row.account, row.sum]))
}

async function kinds(order: string): Promise<string[]> {
  const rows = await sql<{ kind: string }[]>`
    select kind from ledger_posting where order_reference = ${order} order by id`
  return rows.map((row) => row.kind)
}

test('a capture gives everybody their share and leaves the odd nothing out', async () => {
  const taken = capture()
  await inTransaction((tx) => ledger.recordTakings(tx, taken, split))
  expect(await balances(taken.orderReference)).toEqual({
    provider_clearing: 975_000,
    provider_fees: 25_000,
    'lab:7': -850_000,
    'doctor_wallet:9': -50_000,
    platform_revenue: -100_000,
  })
})

test('a share that does not add up is refused by the database when the transaction ends', async () => {
  const taken = capture()
  const greedy = { ...split, lab: kobo(850_001) }
  await expect(inTransaction((tx) => ledger.recordTakings(tx, taken, greedy))).rejects.toThrow('sum to -1')
  expect(await kinds(taken.orderReference)).toEqual([])
})

test('the same capture posted again, also at once, is posted once', async () => {
  const taken = capture()
  await Promise.all(
    Array.from({ length: 8 }, () => inTransaction((tx) => ledger.recordTakings(tx, taken, split))),
  )
  await inTransaction((tx) => ledger.recordTakings(tx, taken, split))
  expect(await kinds(taken.orderReference)).toEqual(['capture'])
})

test('a capture that has paid its order cannot be held as unapplied as well', async () => {
  const taken = capture()
  await inTransaction((tx) => ledger.recordTakings(tx, taken, split))
  await inTransaction((tx) => ledger.recordUnapplied(tx, taken))
  expect(await kinds(taken.orderReference)).toEqual(['capture'])
})

test('unapplied money that goes back leaves only the fee, which Paystack keeps', async () => {
  const taken = capture()
  await inTransaction((tx) => ledger.recordUnapplied(tx, taken))
  expect(await balances(taken.orderReference)).toMatchObject({ unapplied: -1_000_000 })
  await inTransaction((tx) => ledger.recordRefundDue(tx, 'unapplied', taken, null))
  expect(await balances(taken.orderReference)).toMatchObject({ refunds: -1_000_000 })
  await inTransaction((tx) => ledger.recordRefundDone(tx, 'unapplied', taken))
  expect(await balances(taken.orderReference)).toEqual({ provider_clearing: -25_000, provider_fees: 25_000 })
})

test('the refund of a paid order takes every share back', async () => {
  const taken = capture()
  await inTransaction((tx) => ledger.recordTakings(tx, taken, split))
  await inTransaction((tx) => ledger.recordRefundDue(tx, 'shares', taken, split))
  await inTransaction((tx) => ledger.recordRefundDue(tx, 'shares', taken, split))
  await inTransaction((tx) => ledger.recordRefundDone(tx, 'shares', taken))
  expect(await balances(taken.orderReference)).toEqual({ provider_clearing: -25_000, provider_fees: 25_000 })
  expect(await kinds(taken.orderReference)).toEqual(['capture', 'refund_due', 'refund_done'])
})

test('a refund that failed waits as unapplied, and can go back by another one', async () => {
  const taken = capture()
  await inTransaction(async (tx) => {
    await ledger.recordTakings(tx, taken, split)
    await ledger.recordRefundDue(tx, 'lost', taken, split)
    await ledger.recordRefundFailed(tx, 'lost', taken)
  })
  expect(await balances(taken.orderReference)).toMatchObject({ unapplied: -1_000_000 })
  await inTransaction(async (tx) => {
    await ledger.recordRefundDue(tx, 'second', taken, null)
    await ledger.recordRefundDone(tx, 'second', taken)
  })
  expect(await balances(taken.orderReference)).toEqual({ provider_clearing: -25_000, provider_fees: 25_000 })
})

test('two captures at once that open the same new accounts both go through', async () => {
  const shares = [1, 2, 3, 4, 5, 6].map((n) => ({ ...split, labId: 900 + (n % 2), bookedBy: 900 + (n % 3) }))
  const taken = shares.map(() => capture())
  await Promise.all(
    taken.map((one, index) => inTransaction((tx) => ledger.recordTakings(tx, one, shares[index] ?? split))),
  )
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from ledger_account where kind = 'lab' and owner in ('900', '901')`
  expect(row?.n).toBe(2)
})
