import { split as cut, kobo } from '@labalaba/contract'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '../../../test/database.ts'
import { recordTakings, recordUnapplied } from './postings.ts'

const { db, sql } = await cloneDatabase()
const at = new Date('2026-11-21T09:00:00Z')

beforeAll(async () => {
  await sql`insert into ledger_account (kind, owner) values ('unapplied', ''), ('refunds', ''), ('lab', '1')`
})

/** Writes a posting by bare SQL, bypassing the code, in a transaction of its own. */
async function write(key: string, amounts: readonly number[]): Promise<void> {
  await sql.begin(async (tx) => {
    const [posting] = await tx<{ id: number }[]>`
      insert into ledger_posting (business_key, kind) values (${key}, 'by hand') returning id`
    for (const [index, amount] of amounts.entries())
      await tx`insert into ledger_line (posting_id, position, account_id, amount_kobo)
        values (${posting?.id ?? 0}, ${index + 1}, (select min(id) + ${index % 3} from ledger_account), ${amount})`
  })
}

test('the database accepts a posting that sums to zero', async () => {
  await write('even', [500, -200, -300])
  expect(await sql`select 1 from ledger_posting where business_key = 'even'`).toHaveLength(1)
})

test.each([
  ['that does not sum to zero', [500, -499]],
  ['with one line', [500]],
  ['without a line', []],
])('the database refuses a posting %s', async (words, amounts) => {
  await expect(write(words, amounts)).rejects.toThrow('lines that sum to')
  expect(await sql`select 1 from ledger_posting where business_key = ${words}`).toHaveLength(0)
})

test('a line of zero is refused', async () => {
  await expect(write('nothing', [0, 0])).rejects.toThrow('ledger_line_amount_kobo_check')
})

test('a line cannot be added to an existing posting', async () => {
  await write('stands', [100, -100])
  await expect(
    sql`insert into ledger_line (posting_id, position, account_id, amount_kobo)
      select id, 9, (select min(id) from ledger_account), 5 from ledger_posting where business_key = 'stands'`,
  ).rejects.toThrow('sum to 5')
})

test.each([
  ['update ledger_posting set kind = kind'],
  ['delete from ledger_posting'],
  ['truncate ledger_posting cascade'],
  ['update ledger_line set amount_kobo = amount_kobo'],
  ['delete from ledger_line'],
  ['truncate ledger_line'],
])('the ledger is append-only: %s is refused', async (statement) => {
  await expect(sql.unsafe(statement)).rejects.toThrow('append-only')
})

/** An order of some size, divided by some rates as the product does it. */
const takings = fc
  .record({
    amount: fc.integer({ min: 100, max: 1_000_000_000 }),
    labBps: fc.integer({ min: 0, max: 10_000 }),
    doctorBps: fc.integer({ min: 0, max: 10_000 }),
    feeBps: fc.integer({ min: 0, max: 10_000 }),
  })
  .map(({ amount, labBps, doctorBps, feeBps }) => {
    const lab = cut(kobo(amount), labBps)
    const doctor = cut(lab.rest, doctorBps)
    const split = { labId: 1, bookedBy: 2, lab: lab.share, doctor: doctor.share, platform: doctor.rest }
    return {
      amount: kobo(amount),
      fee: cut(kobo(amount), feeBps).share,
      split: { ...split, phlebotomist: kobo(0) },
    }
  })

test('however an order is divided, the books balance, and a repeated posting changes nothing', async () => {
  let told = 0
  const property = fc.asyncProperty(takings, fc.boolean(), async ({ amount, fee, split }, applied) => {
    told += 1
    const one = { paymentReference: `bk-any-${told}`, orderReference: `LB-ANY-${told}`, amount, fee, at }
    const post = () =>
      db.transaction().execute((tx) => (applied ? recordTakings(tx, one, split) : recordUnapplied(tx, one)))
    await post()
    await post()
    const [row] = await sql<{ sum: number; received: number; postings: number }[]>`
      select coalesce(sum(line.amount_kobo), 0) as sum, count(distinct posting.id)::int as postings,
        coalesce(sum(line.amount_kobo) filter (where account.kind like 'provider%'), 0) as received
      from ledger_posting posting join ledger_line line on line.posting_id = posting.id
        join ledger_account account on account.id = line.account_id
      where posting.order_reference = ${one.orderReference}`
    expect(row).toEqual({ sum: 0, received: amount, postings: 1 })
  })
  await fc.assert(property, { numRuns: 80 })
  const [all] = await sql<{ sum: number }[]>`select sum(amount_kobo) as sum from ledger_line`
  expect(all?.sum).toBe(0)
})
