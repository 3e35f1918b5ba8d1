import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, kobo, lagosDate } from '@labalaba/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '../../test/database.ts'
import { commands } from '../cli.ts'
import { recordUnapplied } from '../modules/ledger/index.ts'
import { runCommandLine } from './run.ts'

const { db, sql, url } = await cloneDatabase()
const folder = mkdtempSync(join(tmpdir(), 'labalaba-money-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = new Date('2026-11-02T23:30:00Z')

beforeAll(async () => {
  const names = { paymentReference: 'bk-of-these-tests-1', orderReference: 'LB-TEST-1' }
  await db
    .transaction()
    .execute((tx) => recordUnapplied(tx, { ...names, amount: kobo(1_000_050), fee: kobo(25_000), at }))
})

async function labalaba(...words: string[]) {
  const out: string[] = []
  const errors: string[] = []
  const screen = {
    print: (line: string) => void out.push(line),
    complain: (line: string) => void errors.push(line),
  }
  const code = await runCommandLine(commands, words, { DATABASE_URL: url, INIT_CWD: folder }, screen)
  return { code, out: out.join('\n'), errors: errors.join('\n') }
}

const november = ['--from', '2026-11-01', '--to', '2026-11-30']

test('statement prints the days with entries of an account, with their opening and closing balances', async () => {
  const { code, out } = await labalaba('statement', 'unapplied', ...november)
  expect(code).toBe(0)
  expect(out.split('\n')).toEqual([
    'Held, without an order, 2026-11-01 to 2026-11-30, 1 line',
    'Opening balance  ₦0.00',
    '',
    'Tuesday 3 November 2026, opening at ₦0.00',
    '  00:30        ₦10,000.50  Payment received, Held, without an order, LB-TEST-1',
    '  closing at ₦10,000.50',
    '',
    'Closing balance  ₦10,000.50',
  ])
})

test('statement --csv writes the same as a file', async () => {
  const { code, out } = await labalaba('statement', 'clearing', ...november, '--csv', 'november.csv')
  expect([code, out]).toEqual([
    0,
    'Held by Paystack for us: 1 line from 2026-11-01 to 2026-11-30 are in november.csv.',
  ])
  const file = readFileSync(join(folder, 'november.csv'), 'utf8')
  expect(file.startsWith('\uFEFFDay,Time,')).toBe(true)
  expect(file).toContain(
    '2026-11-03,00:30,Payment received,LB-TEST-1,Held by Paystack for us,9750.50,9750.50\r\n',
  )
})

test('statement reports an invalid account, invalid days and an unwritable file', async () => {
  const unknown = await labalaba('statement', 'lab:nowhere', ...november)
  expect([unknown.code, unknown.errors]).toEqual([1, 'There is no such account in the books.'])
  const days = await labalaba('statement', 'platform', '--from', '2026-11-30', '--to', '2026-11-01')
  expect([days.code, days.errors]).toEqual([1, expect.stringContaining('Choose days that exist')])
  const place = await labalaba('statement', 'platform', ...november, '--csv', 'no/such/folder.csv')
  expect([place.code, place.errors]).toEqual([1, expect.stringContaining('cannot be written')])
})

test('set-rate sets a rate from a future day, and lists it', async () => {
  const day = addDays(lagosDate(new Date()), 7)
  const set = await labalaba('set-rate', '--from', day, '--policy', 'flat', '--flat', '600', '--lab', '82.5')
  expect([set.code, set.errors]).toEqual([0, ''])
  expect(set.out).toContain('a lab receives 82.5 % of the tests, a doctor who books ₦600 an order')
  const [rate] = await sql`select * from rate order by effective_from desc limit 1`
  expect(rate).toMatchObject({
    lab_bps: 8250,
    doctor_policy: 'flat',
    doctor_bps: 500,
    phlebotomist_bps: 8000,
    doctor_flat_kobo: 60_000,
  })
  const list = await labalaba('set-rate')
  expect(list.out.split('\n')).toEqual([
    expect.stringContaining('₦600 an order'),
    expect.stringContaining('5 % of the tests, a phlebotomist 80 %'),
  ])
})

test.each([
  [['--from', 'tomorrow', '--policy', 'off'], 2, 'give a day as YYYY-MM-DD'],
  [['--from', '2026-01-02', '--policy', 'off'], 1, 'in the future'],
  [['--from', '2999-01-01'], 2, 'Say what should change'],
  [['--policy', 'off'], 2, '--from is missing'],
  [['--from', '2999-01-01', '--policy', 'none'], 2, 'percentage, flat and off'],
  [['--from', '2999-01-01', '--doctor', '101'], 2, 'per cent from 0 to 100'],
  [['--from', '2999-01-01', '--lab', '1.005'], 2, 'two decimals'],
  [['--from', '2999-01-01', '--flat', '-5'], 2, 'set-rate'],
])('set-rate %j is refused with code %i', async (words, code, said) => {
  const rates = async () => (await sql`select 1 from rate`).length
  const before = await rates()
  const refused = await labalaba('set-rate', ...words)
  expect([refused.code, refused.errors]).toEqual([code, expect.stringContaining(said)])
  expect(await rates()).toBe(before)
})
