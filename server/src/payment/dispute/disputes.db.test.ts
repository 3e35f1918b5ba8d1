import { answerDispute as answerDisputeCall, lagosDate, listCases } from '@labalaba/contract'
import { beforeAll, expect, test } from 'vitest'
import { ada, fbc, ops, sugar } from '../../../test/cast.ts'
import { book, buildWorld, type Caller, until, type World } from '../../../test/world.ts'
import { reconcileDay } from '../reconcile/reconcile.ts'
import { settle } from '../settle.ts'
import { hearOfDispute } from './disputes.ts'
import { watchDisputes } from './watch.ts'

const hour = 60 * 60 * 1000

let world: World
let asAda: Caller
let asOps: Caller

beforeAll(async () => {
  world = await buildWorld()
  asAda = await world.as(ada)
  asOps = await world.as(ops)
  await world.work()
})

type Disputed = { order: string; payment: string; id: string }

/** A payment that is settled here, and whose bank complains; the webhooks of it come. */
async function dispute(how: object = {}): Promise<Disputed> {
  const booked = await book(asAda)
  await world.control('POST', `/transactions/${booked.payment}/succeed`, { webhook: false })
  expect((await settle(world.provider, booked.payment))?.state).toBe('settled')
  const { status, body } = await world.control('POST', `/transactions/${booked.payment}/dispute`, how)
  expect(status).toBe(200)
  return { ...booked, id: String(body.id) }
}

async function caseOf({ id }: Disputed) {
  const [row] = await world.sql<
    {
      found: Record<string, string>
      due_at: Date
      closed_at: Date | null
      close_note: string
      amount_kobo: number
    }[]
  >`select * from money_case where kind = 'dispute' and subject = ${id}`
  return row
}

const isOpen = (one: Disputed) => until('its case is open', async () => (await caseOf(one)) !== undefined)
const isClosed = (one: Disputed) =>
  until('its case is closed', async () => (await caseOf(one))?.closed_at != null)

async function lossesOf({ id }: Disputed) {
  return await world.sql`select a.kind, l.amount_kobo from ledger_posting p join ledger_line l on l.posting_id = p.id
    join ledger_account a on a.id = l.account_id where p.business_key = ${`dispute_lost:${id}`} order by a.kind`
}

const lost = [
  { kind: 'chargebacks', amount_kobo: 1_000_000 },
  { kind: 'provider_clearing', amount_kobo: -1_000_000 },
]
const end = ({ id }: Disputed, resolution: string) =>
  world.control('POST', `/disputes/${id}/resolve`, { resolution })

test('a dispute opens a case with its deadline and evidence, without the name of a test, and operators are written to', async () => {
  const one = await dispute()
  await isOpen(one)
  const opened = (await caseOf(one)) ?? expect.unreachable()
  const { body } = await world.control('GET', '/disputes')
  const there = body.find((each: { id: number }) => String(each.id) === one.id)
  expect([opened.amount_kobo, opened.due_at.toISOString()]).toEqual([1_000_000, there.dueAt])
  expect(opened.found).toMatchObject({
    ...{ payment: one.payment, theirs_state: 'awaiting-merchant-feedback', order: one.order },
    ...{ lab: 'Yaba Lab', booked_at: expect.any(String), paid_at: expect.any(String) },
    ...{ consent: expect.stringContaining('terms'), consented_at: expect.any(String) },
  })
  for (const secret of [fbc.name, sugar.name, 'Mama Obi'])
    expect(JSON.stringify(opened.found)).not.toContain(secret)
  await until('operators are written to', async () =>
    (await world.mailTo('operations@cast.example')).some(({ subject }) => subject.includes(one.id)),
  )
})

test('a reminder and a repeat open nothing more', async () => {
  const one = await dispute()
  await isOpen(one)
  await world.control('POST', `/disputes/${one.id}/remind`)
  await hearOfDispute(world.provider, one.id)
  expect(await world.sql`select 1 from money_case where subject = ${one.id}`).toHaveLength(1)
  expect(await world.sql`select 1 from dispute where provider_id = ${one.id}`).toHaveLength(1)
})

test('one that is lost is booked once, and its case closes', async () => {
  const one = await dispute()
  await isOpen(one)
  expect((await end(one, 'auto-accepted')).status).toBe(200)
  await isClosed(one)
  await hearOfDispute(world.provider, one.id)
  expect(await lossesOf(one)).toEqual(lost)
  expect((await caseOf(one))?.close_note).toContain('Lost')
})

test('one that is won costs nothing, and its case closes', async () => {
  const one = await dispute()
  await isOpen(one)
  await end(one, 'declined')
  await isClosed(one)
  expect(await lossesOf(one)).toEqual([])
  expect((await caseOf(one))?.close_note).toContain('Won')
})

test('one that no webhook told of is found by the comparison of its day, also when it is over', async () => {
  await world.control('PUT', '/faults', { webhook: { drop: 1 } })
  const open = await dispute()
  const over = await dispute()
  await end(over, 'auto-accepted')
  await world.control('DELETE', '/faults')
  const day = lagosDate(world.clock.now())
  await until('the day is compared', async () => {
    const { outcome } = await reconcileDay(world.provider, day, world.clock.now())
    return outcome === 'done'
  })
  expect((await caseOf(open))?.closed_at).toBeNull()
  expect(await lossesOf(over)).toEqual(lost)
  const kinds = await world.sql`select kind from money_case where subject = ${over.payment}`
  expect(kinds).toEqual([])
})

test('an operator declines with the evidence, once, and the bank then finds for us', async () => {
  const one = await dispute()
  await isOpen(one)
  const answer = {
    params: { id: one.id },
    body: { resolution: 'declined', message: 'The visit was made.' },
  } as const
  expect((await asOps(answerDisputeCall, answer)).data.status).toBe('awaiting-bank-feedback')
  expect((await asOps(answerDisputeCall, answer)).data.status).toBe('awaiting-bank-feedback')
  const { body } = await world.control('GET', '/disputes')
  const there = body.find((each: { id: number }) => String(each.id) === one.id)
  expect(there).toMatchObject({ message: 'The visit was made.', evidence: { customer_email: ada.email } })
  expect(there.evidence.service_details).toContain(one.order)
  for (const secret of [fbc.name, sugar.name]) expect(there.evidence.service_details).not.toContain(secret)
  expect((await caseOf(one))?.found).toMatchObject({
    ours_answer: 'declined',
    theirs_state: 'awaiting-bank-feedback',
  })
  const other = { params: { id: one.id }, body: { resolution: 'merchant-accepted', message: 'No.' } } as const
  expect(await asOps(answerDisputeCall, other)).toMatchObject({ code: 'wrong_state' })
})

test('an operator gives the money up, once, and it is booked as lost', async () => {
  const one = await dispute()
  await isOpen(one)
  const answer = {
    params: { id: one.id },
    body: { resolution: 'merchant-accepted', message: 'The lab was closed.' },
  } as const
  for (let times = 0; times < 2; times += 1)
    expect((await asOps(answerDisputeCall, answer)).data).toEqual({
      ...{ status: 'resolved', resolution: 'merchant-accepted' },
    })
  expect(await lossesOf(one)).toEqual(lost)
  await isClosed(one)
})

test('where Paystack does not say whether it has the answer, the same may be sent again', async () => {
  const one = await dispute()
  await isOpen(one)
  const answer = {
    params: { id: one.id },
    body: { resolution: 'declined', message: 'It was done.' },
  } as const
  await world.control('PUT', '/faults', { offline: true })
  expect(await asOps(answerDisputeCall, answer)).toMatchObject({ code: 'paystack_silent' })
  await world.control('DELETE', '/faults')
  expect((await asOps(answerDisputeCall, answer)).data.status).toBe('awaiting-bank-feedback')
})

test('a dispute that nobody has answered cries out in the log when hardly any time is left', async () => {
  const one = await dispute()
  await isOpen(one)
  const alarms = () =>
    world.logged.filter((line) => line.includes('"alarm":"dispute"') && line.includes(`"${one.id}"`))
  await watchDisputes(world.db, world.parts.log, world.clock.now())
  expect(alarms()).toEqual([])
  await watchDisputes(world.db, world.parts.log, new Date(world.clock.now().getTime() + 12.5 * hour))
  expect(alarms()).toHaveLength(1)
})

test('the list of cases has disputes by their deadlines', async () => {
  const { data } = await asOps(listCases, { query: { state: 'open' } })
  const due = data.map(({ dueAt }) => dueAt ?? '9')
  expect(data.map(({ kind }) => kind)).toContain('dispute')
  expect(due).toEqual(due.toSorted())
})
