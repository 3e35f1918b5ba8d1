import {
  downloadWalletStatement,
  type Kobo,
  kobo,
  listWalletEntries,
  readStatement,
  readWallet,
  readWalletMonths,
  readWalletStatement,
} from '@labalaba/contract'
import { beforeAll, expect, test } from 'vitest'
import { ada, chidi, drBello, ops, yaba } from '../../../test/cast.ts'
import { bearerOf } from '../../../test/contract/wire.ts'
import { buildWorld, type Caller } from '../../../test/world.ts'
import type { Tx } from '../../db.ts'
import { brokenInvariants } from '../../invariants.ts'
import { credit, debit, post } from './postings.ts'
import type { NewLine } from './repository.ts'

// The postings written here by hand have no payments behind them.
const world = await buildWorld({ broken: true })
let asDoctor: Caller
let asAda: Caller
let asOps: Caller
let doctor: string
let lab: string

const clearing = { kind: 'provider_clearing' } as const
let told = 0

/** Writes a posting as the product does. */
async function write(kind: string, at: Date, lines: readonly NewLine[]): Promise<void> {
  told += 1
  const head = { businessKey: `${kind}:${told}`, kind, orderReference: `LB-TEST-${told}`, at }
  await world.db.transaction().execute(async (tx: Tx) => void (await post(tx, head, lines)))
}

const naira = (amount: number): Kobo => kobo(amount * 100)
const earn = (amount: number, at: Date) =>
  write('capture', at, [
    debit(clearing, naira(amount * 20)),
    credit({ kind: 'doctor_pending', owner: doctor }, naira(amount)),
    credit({ kind: 'lab', owner: lab }, naira(amount * 19)),
  ])
const release = (amount: number, at: Date) =>
  write('earning_available', at, [
    debit({ kind: 'doctor_pending', owner: doctor }, naira(amount)),
    credit({ kind: 'doctor_wallet', owner: doctor }, naira(amount)),
  ])
const reverse = (amount: number, at: Date) =>
  write('refund_due', at, [
    debit({ kind: 'doctor_pending', owner: doctor }, naira(amount)),
    credit({ kind: 'refunds' }, naira(amount)),
  ])

beforeAll(async () => {
  world.clock.moveOn(new Date('2026-11-22T09:00:00Z').getTime() - world.clock.now().getTime())
  asDoctor = await world.as(drBello)
  asAda = await world.as(ada)
  asOps = await world.as(ops)
  const [row] = await world.sql<{ doctor: number; ada: number; lab: number }[]>`
    select (select id from account where email = ${drBello.email}) as doctor,
      (select id from account where email = ${ada.email}) as ada, (select id from lab where slug = ${yaba.slug}) as lab`
  doctor = String(row?.doctor)
  lab = String(row?.lab)
  const at = (text: string) => new Date(text)
  await earn(600, at('2026-09-30T22:30:00Z'))
  await earn(400, at('2026-09-30T23:30:00Z'))
  await release(600, at('2026-10-02T09:00:00Z'))
  await earn(250.5, at('2026-10-02T10:00:00Z'))
  await reverse(250.5, at('2026-11-03T10:00:00Z'))
  await write('refund_due', at('2026-11-04T10:00:00Z'), [
    debit({ kind: 'unapplied' }, naira(1000)),
    credit({ kind: 'patient_credit', owner: String(row?.ada) }, naira(1000)),
  ])
})

test('a doctor sees pending and available earnings, and credit', async () => {
  expect((await asDoctor(readWallet)).data).toEqual({ pending: 400, available: 600, credit: 0 })
})

test('a patient sees credit only, and so does an operator', async () => {
  expect((await asAda(readWallet)).data).toEqual({ credit: 1000 })
  expect((await asOps(readWallet)).data).toEqual({ credit: 0 })
})

test('entries are listed newest first, each with its order, its text and the balance after it', async () => {
  const { data, pagination } = await asDoctor(listWalletEntries, { query: { page: '1', limit: '4' } })
  expect(pagination).toEqual({ totalRecords: 6, currentPage: 1, limit: 4, totalPages: 2 })
  expect(data.map(({ at: _, orderReference: __, ...rest }) => rest)).toEqual([
    { words: 'Taken back: the booking was refunded', balance: 'pending', amount: -250.5, balanceAfter: 400 },
    { words: 'Earned on a paid booking', balance: 'pending', amount: 250.5, balanceAfter: 650.5 },
    { words: 'Now available: the result is released', balance: 'available', amount: 600, balanceAfter: 600 },
    {
      words: 'Moved to available',
      balance: 'pending',
      amount: -600,
      balanceAfter: 400,
    },
  ])
  expect(data[0]?.orderReference).toMatch(/^LB-TEST-\d+$/)
})

test('the second page continues after the first, and one past the end is empty', async () => {
  const second = await asDoctor(listWalletEntries, { query: { page: '2', limit: '4' } })
  expect(second.data.map(({ amount, balanceAfter }) => [amount, balanceAfter])).toEqual([
    [400, 1000],
    [600, 600],
  ])
  const beyond = await asDoctor(listWalletEntries, { query: { page: '100000', limit: '50' } })
  expect([beyond.data, beyond.pagination?.totalRecords]).toEqual([[], 6])
})

test('movements of other accounts are hidden', async () => {
  const own = await asAda(listWalletEntries)
  expect(own.data.map(({ words, balance, amount }) => [words, balance, amount])).toEqual([
    ['Returned to you as credit', 'credit', 1000],
  ])
  const other = await world.as(chidi)
  expect((await other(listWalletEntries)).data).toEqual([])
  expect((await other(readWallet)).data).toEqual({ credit: 0 })
})

test('the year has twelve months, by the calendar of Lagos, and a move between balances is no earning', async () => {
  const { data } = await asDoctor(readWalletMonths)
  expect(data).toHaveLength(12)
  expect(data.at(0)?.month).toBe('2025-12')
  expect(data.slice(-3)).toEqual([
    { month: '2026-09', earned: 600, takenBack: 0 },
    { month: '2026-10', earned: 650.5, takenBack: 0 },
    { month: '2026-11', earned: 0, takenBack: 250.5 },
  ])
})

const autumn = { from: '2026-10-01', to: '2026-11-30' }

test('an account’s statement opens and closes with its balances at those times', async () => {
  const { data } = await asDoctor(readWalletStatement, { query: autumn })
  expect([data.opening, data.closing, data.days.length]).toEqual([600, 1000, 61])
  expect(data.balances).toEqual([
    { balance: 'Pending', opening: 600, closing: 400 },
    { balance: 'Available', opening: 0, closing: 600 },
    { balance: 'Credit', opening: 0, closing: 0 },
  ])
  const moved = data.days.filter((day) => day.lines.length > 0)
  expect(moved.map(({ day, opening, closing }) => [day, opening, closing])).toEqual([
    ['2026-10-01', 600, 1000],
    ['2026-10-02', 1000, 1250.5],
    ['2026-11-03', 1250.5, 1000],
  ])
})

test('the last day of a statement ends at midnight in Lagos', async () => {
  const day = { from: '2026-09-30', to: '2026-09-30' }
  const { data } = await asDoctor(readWalletStatement, { query: day })
  expect([data.opening, data.closing, data.days.length, data.days[0]?.lines.length]).toEqual([0, 600, 1, 1])
})

test('its file has the same lines, for a spreadsheet', async () => {
  const reply = await fetch(
    `${world.publicUrl}${downloadWalletStatement.path}?${new URLSearchParams(autumn)}`,
    { headers: { authorization: await bearerOf(world, drBello) } },
  )
  expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(reply.headers.get('content-disposition')).toBe(
    'attachment; filename="statement-wallet-2026-10-01-2026-11-30.csv"',
  )
  expect(reply.headers.get('cache-control')).toContain('no-store')
  const bytes = new Uint8Array(await reply.arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = new TextDecoder().decode(bytes).split('\r\n')
  expect(lines.slice(0, 4)).toEqual([
    'Day,Time,Entry,Order,Account,Amount (NGN),Balance (NGN)',
    '2026-10-01,,Opening balance,,,,600.00',
    expect.stringMatching(/^2026-10-01,00:30,Payment received,LB-TEST-2,Pending,400\.00,1000\.00$/),
    '2026-10-01,,Closing balance,,,,1000.00',
  ])
})

test('an operator reads the statement of a lab, a doctor, a patient and the platform', async () => {
  const read = async (account: string) =>
    (await asOps(readStatement, { query: { account, from: '2026-09-01', to: '2026-11-30' } })).data
  expect(await read(`lab:${yaba.slug}`)).toMatchObject({ account: 'Lab: Yaba Lab', closing: 23_759.5 })
  expect(await read(`doctor:${drBello.email}`)).toMatchObject({ account: 'Doctor: Dr Bello', closing: 1000 })
  expect(await read(`patient:${ada.email}`)).toMatchObject({ account: 'Credit: Ada Obi', closing: 1000 })
  expect(await read('clearing')).toMatchObject({ closing: 25_010 })
  expect(await read('refunds')).toMatchObject({ closing: 250.5 })
  expect(await read('unapplied')).toMatchObject({ closing: -1000 })
  expect(await read('platform')).toMatchObject({ opening: 0, closing: 0 })
})

test('all statements add up to the ledger, to the kobo', async () => {
  const names = ['clearing', 'fees', 'refunds', 'unapplied', 'platform', 'chargebacks', 'phlebotomist']
  const all = [...names, `lab:${yaba.slug}`, `doctor:${drBello.email}`, `patient:${ada.email}`]
  let owed = 0
  let held = 0
  for (const account of all) {
    const { data } = await asOps(readStatement, { query: { account, from: '2026-09-01', to: '2026-11-30' } })
    if (['clearing', 'fees', 'chargebacks'].includes(account)) held += data.closing
    else owed += data.closing
  }
  expect(held).toBe(owed)
})

test.each([
  ['lab:no-such-lab'],
  ['doctor:nobody@cast.example'],
  ['doctor:'],
  ['treasure'],
  ['__proto__'],
  ['constructor:x'],
])('%s is not an account of the books', async (account) => {
  const answer = await asOps(readStatement, { query: { account, ...autumn } })
  expect([answer.httpStatus, answer.code]).toEqual([404, 'unknown_ledger_account'])
})

test.each([
  ['2026-11-02', '2026-11-01'],
  ['2026-02-30', '2026-03-01'],
  ['2025-01-01', '2026-06-01'],
  ['0000-01-01', '0000-01-01'],
  ['9998-12-31', '9999-12-31'],
])('from %s to %s is not a valid period', async (from, to) => {
  const answer = await asDoctor(readWalletStatement, { query: { from, to } })
  expect([answer.httpStatus, answer.code]).toEqual([400, 'wrong_days'])
})

test('statements of any account are for operators: others do not find the call', async () => {
  const query = { account: `doctor:${drBello.email}`, ...autumn }
  for (const caller of [asDoctor, asAda])
    expect((await caller(readStatement, { query })).httpStatus).toBe(404)
  expect((await world.nobody(readStatement, { query })).httpStatus).toBe(401)
})

test('a statement that is too long is refused and not cut', async () => {
  const at = new Date('2026-08-15T12:00:00Z')
  await world.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`insert into ledger_posting (business_key, kind, at) select 'many:' || i, 'capture', ${at} from generate_series(1, 20001) i`
    await tx`insert into ledger_line (posting_id, position, account_id, amount_kobo, at)
      select p.id, 1, a.id, -1, p.at from ledger_posting p, ledger_account a
      where p.business_key like 'many:%' and a.kind = 'unapplied'`
  })
  const answer = await asOps(readStatement, {
    query: { account: 'unapplied', from: '2026-08-01', to: '2026-08-31' },
  })
  expect([answer.httpStatus, answer.code]).toEqual([400, 'statement_too_long'])
})

test('a line always has the time of its posting, whatever time the caller gives', async () => {
  const [odd] = await world.sql`
    select 1 from ledger_line line join ledger_posting posting on posting.id = line.posting_id where line.at <> posting.at`
  expect(odd).toBeUndefined()
})

test('an account with negative credit is found', async () => {
  const named = async () => (await brokenInvariants(world.db)).filter((one) => one.startsWith('INV-10'))
  expect(await named()).toEqual([])
  await write('by hand', new Date('2026-11-05T10:00:00Z'), [
    debit({ kind: 'patient_credit', owner: '77' }, naira(1)),
    credit({ kind: 'unapplied' }, naira(1)),
  ])
  expect(await named()).toEqual(["INV-10 no one's earnings or credit are below nothing: patient_credit 77"])
})
