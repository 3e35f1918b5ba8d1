import { kobo } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../../../test/database.ts'
import type { Tx } from '../../db.ts'
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

/** What an order’s postings have moved, by account; accounts with a zero balance are left out. */
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

test('a capture posts each share and no line of zero', async () => {
  const taken = capture()
  await inTransaction((tx) => ledger.recordTakings(tx, taken, split))
  expect(await balances(taken.orderReference)).toEqual({
    provider_clearing: 975_000,
    provider_fees: 25_000,
    'lab:7': -850_000,
    'doctor_pending:9': -50_000,
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

test('a capture that has paid its order cannot also be held as unapplied', async () => {
  const taken = capture()
  await inTransaction((tx) => ledger.recordTakings(tx, taken, split))
  await inTransaction((tx) => ledger.recordUnapplied(tx, taken))
  expect(await kinds(taken.orderReference)).toEqual(['capture'])
})

/** A refund of a capture to its source, as the books know it. */
function refundOf(taken: ledger.Capture, refundId: string, toSource = taken.amount): ledger.Returning {
  return { refundId, orderReference: taken.orderReference, toSource, at }
}

const owner = { labId: 7, bookedBy: 9, toCredit: kobo(0) }

test('unapplied money that is refunded leaves only the fee, which Paystack keeps', async () => {
  const taken = capture()
  const refund = refundOf(taken, 'unapplied')
  await inTransaction((tx) => ledger.recordUnapplied(tx, taken))
  expect(await balances(taken.orderReference)).toMatchObject({ unapplied: -1_000_000 })
  await inTransaction((tx) => ledger.recordRefundDue(tx, refund, null, owner))
  expect(await balances(taken.orderReference)).toMatchObject({ refunds: -1_000_000 })
  await inTransaction((tx) => ledger.recordRefundDone(tx, refund))
  expect(await balances(taken.orderReference)).toEqual({ provider_clearing: -25_000, provider_fees: 25_000 })
})

test('the refund of a paid order reverses every share, once', async () => {
  const taken = capture()
  const refund = refundOf(taken, 'shares')
  await inTransaction((tx) => ledger.recordTakings(tx, taken, split))
  await inTransaction((tx) => ledger.recordRefundDue(tx, refund, split, owner))
  await inTransaction((tx) => ledger.recordRefundDue(tx, refund, split, owner))
  await inTransaction((tx) => ledger.recordRefundDone(tx, refund))
  expect(await balances(taken.orderReference)).toEqual({ provider_clearing: -25_000, provider_fees: 25_000 })
  expect(await kinds(taken.orderReference)).toEqual(['capture', 'refund_due', 'refund_done'])
})

test('a refund reverses only the shares that it names, part to the source and part as credit', async () => {
  const taken = capture()
  const part = { lab: kobo(85_000), doctor: kobo(5_000), phlebotomist: kobo(0), platform: kobo(10_000) }
  await inTransaction(async (tx) => {
    await ledger.recordTakings(tx, taken, split)
    const refund = refundOf(taken, 'part', kobo(60_000))
    await ledger.recordRefundDue(tx, refund, part, { ...owner, toCredit: kobo(40_000) })
  })
  expect(await balances(taken.orderReference)).toEqual({
    provider_clearing: 975_000,
    provider_fees: 25_000,
    'lab:7': -765_000,
    'doctor_pending:9': -45_000,
    platform_revenue: -90_000,
    refunds: -60_000,
    'patient_credit:9': -40_000,
  })
})

test('a failed refund is unapplied again, and can be refunded in another way', async () => {
  const taken = capture()
  await inTransaction(async (tx) => {
    await ledger.recordTakings(tx, taken, split)
    await ledger.recordRefundDue(tx, refundOf(taken, 'lost'), split, owner)
    await ledger.recordRefundFailed(tx, refundOf(taken, 'lost'))
  })
  expect(await balances(taken.orderReference)).toMatchObject({ unapplied: -1_000_000 })
  await inTransaction(async (tx) => {
    await ledger.recordRefundDue(tx, refundOf(taken, 'second'), null, owner)
    await ledger.recordRefundDone(tx, refundOf(taken, 'second'))
  })
  expect(await balances(taken.orderReference)).toEqual({ provider_clearing: -25_000, provider_fees: 25_000 })
})

test('an earning is reversed from the available wallet if it was released, or else from pending', async () => {
  for (const released of [true, false]) {
    const taken = capture()
    const earning = { orderReference: taken.orderReference, doctorId: 9, amount: split.doctor, at }
    await inTransaction(async (tx) => {
      await ledger.recordTakings(tx, taken, split)
      if (released) await ledger.recordEarningAvailable(tx, earning)
      if (released) await ledger.recordEarningAvailable(tx, earning)
    })
    const stands = released ? 'doctor_wallet:9' : 'doctor_pending:9'
    const before = await balances(taken.orderReference)
    expect([before[stands], before['doctor_wallet:9'] ?? 0]).toEqual([-50_000, released ? -50_000 : 0])
    await inTransaction((tx) =>
      ledger.recordRefundDue(tx, refundOf(taken, `earned-${released}`), split, owner),
    )
    expect(await balances(taken.orderReference)).toEqual({
      provider_clearing: 975_000,
      provider_fees: 25_000,
      refunds: -1_000_000,
    })
  }
})

test('a withheld earning is ours, and a refund reverses it from us', async () => {
  const taken = capture()
  const earning = { orderReference: taken.orderReference, doctorId: 9, amount: split.doctor, at }
  await inTransaction(async (tx) => {
    await ledger.recordTakings(tx, taken, split)
    await ledger.recordEarningWithheld(tx, earning)
    await ledger.recordEarningWithheld(tx, earning)
  })
  const before = await balances(taken.orderReference)
  expect(before).toMatchObject({ 'lab:7': -850_000, platform_revenue: -150_000 })
  expect(before['doctor_pending:9'] ?? 0).toBe(0)
  await inTransaction((tx) => ledger.recordRefundDue(tx, refundOf(taken, 'withheld'), split, owner))
  expect(await balances(taken.orderReference)).toEqual({
    provider_clearing: 975_000,
    provider_fees: 25_000,
    refunds: -1_000_000,
  })
})

test('an order paid by credit takes it from its owner: all of it, or beside a capture', async () => {
  const [alone, beside] = [capture(), capture(700_000, 20_000)]
  await inTransaction(async (tx) => {
    await ledger.recordCreditPayment(tx, alone, split)
    await ledger.recordTakings(tx, beside, split, kobo(300_000))
  })
  expect(await balances(alone.orderReference)).toMatchObject({
    'patient_credit:9': 1_000_000,
    'lab:7': -850_000,
  })
  expect(await balances(beside.orderReference)).toMatchObject({
    'patient_credit:9': 300_000,
    provider_clearing: 680_000,
  })
})

test('held money that pays its order in the end leaves the excess unapplied', async () => {
  const taken = capture(1_300_000)
  await inTransaction(async (tx) => {
    await ledger.recordUnapplied(tx, taken)
    await ledger.recordHeldReleased(tx, taken, split)
    await ledger.recordHeldReleased(tx, taken, split)
  })
  expect(await balances(taken.orderReference)).toMatchObject({ unapplied: -300_000, 'lab:7': -850_000 })
})

test('a changed fee is corrected by reversal, each time it changes', async () => {
  const taken = capture()
  const [first, other] = [kobo(25_000), kobo(24_000)]
  await inTransaction(async (tx) => {
    await ledger.recordTakings(tx, taken, split)
    await ledger.recordFeeCorrected(tx, { ...taken, booked: first, actual: other })
    await ledger.recordFeeCorrected(tx, { ...taken, booked: other, actual: other })
    await ledger.recordFeeCorrected(tx, { ...taken, booked: other, actual: first })
    await ledger.recordFeeCorrected(tx, { ...taken, booked: first, actual: other })
  })
  expect(await balances(taken.orderReference)).toMatchObject({
    provider_clearing: 976_000,
    provider_fees: 24_000,
  })
  expect(await kinds(taken.orderReference)).toEqual(['capture', ...Array(3).fill('fee_corrected')])
})

test("money that a bank takes back is the platform's loss", async () => {
  const taken = capture()
  const { orderReference, amount } = taken
  await inTransaction(async (tx) => {
    await ledger.recordTakings(tx, taken, split)
    await ledger.recordDisputeLost(tx, { disputeId: '77', orderReference, amount, at })
  })
  expect(await balances(orderReference)).toMatchObject({ chargebacks: 1_000_000, provider_clearing: -25_000 })
})

test('a lock on an account’s credit sees what earlier transactions used, and no credit is used twice', async () => {
  const given = capture()
  await inTransaction(async (tx) => {
    await ledger.recordTakings(tx, given, split)
    const credited = { ...owner, bookedBy: 70, toCredit: kobo(1_000_000) }
    await ledger.recordRefundDue(
      tx,
      refundOf(given, 'credited', kobo(0)),
      { ...split, doctor: kobo(0), platform: kobo(150_000) },
      credited,
    )
  })
  const use = () =>
    db.transaction().execute(async (tx) => {
      if ((await ledger.lockCredit(tx, 70)) < 1_000_000) return false
      await ledger.recordCreditPayment(tx, capture(), { ...split, bookedBy: 70 })
      return true
    })
  const used = await Promise.all(Array.from({ length: 6 }, use))
  expect(used.filter(Boolean)).toHaveLength(1)
  expect(await ledger.creditBalance(db, 70)).toBe(0)
})

test('two concurrent captures that open the same new accounts both succeed', async () => {
  const shares = [1, 2, 3, 4, 5, 6].map((n) => ({ ...split, labId: 900 + (n % 2), bookedBy: 900 + (n % 3) }))
  const taken = shares.map(() => capture())
  await Promise.all(
    taken.map((one, index) => inTransaction((tx) => ledger.recordTakings(tx, one, shares[index] ?? split))),
  )
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from ledger_account where kind = 'lab' and owner in ('900', '901')`
  expect(row?.n).toBe(2)
})
