import {
  answerDispute as answerDisputeCall,
  cancelOrder,
  lagosDate,
  listCases,
  readOrder,
  recordReturn,
  refundPayment,
} from '@labalaba/contract'
import { extractText } from 'unpdf'
import { beforeAll, expect, test } from 'vitest'
import { ada, fbc, ops, sugar } from '../../../../test/cast.ts'
import { book, buildWorld, type Caller, until } from '../../../../test/world.ts'
import { brokenInvariants } from '../../../invariants.ts'
import { openReceiptRenderer } from '../receipts/receipts.ts'
import { reconcileDay } from '../reconciliation/reconcile.ts'
import { watchDisputes } from '../reconciliation/watch.ts'
import { cancelBooking } from '../refunds/cancel.ts'
import { paymentByReference } from '../repository.ts'
import { settle } from '../settle.ts'
import { answerDispute } from './answer.ts'
import { recordDispute, storeDispute } from './disputes.ts'

const hour = 60 * 60 * 1000

const world = await buildWorld()
let asAda: Caller
let asOps: Caller

beforeAll(async () => {
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

/** The text of the evidence file that Paystack got. */
async function fileOf({ id }: Disputed): Promise<string> {
  const reply = await fetch(`${world.simulator.url}/_control/disputes/${id}/file`)
  expect(reply.status).toBe(200)
  const { text } = await extractText(new Uint8Array(await reply.arrayBuffer()), { mergePages: true })
  return text
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

test('a dispute opens a case with its deadline and evidence, without the name of a test, and operators get a mail', async () => {
  const one = await dispute()
  await isOpen(one)
  const opened = (await caseOf(one)) ?? expect.unreachable()
  const { body } = await world.control('GET', '/disputes')
  const there = body.find((each: { id: number }) => String(each.id) === one.id)
  expect([opened.amount_kobo, opened.due_at.toISOString()]).toEqual([1_000_000, there.dueAt])
  expect(opened.found).toMatchObject({
    payment: one.payment,
    theirs_state: 'awaiting-merchant-feedback',
    order: one.order,
    lab: 'Yaba Lab',
    booked_at: expect.any(String),
    paid_at: expect.any(String),
    consent: expect.stringContaining('terms'),
    consented_at: expect.any(String),
  })
  for (const secret of [fbc.name, sugar.name, 'Mama Obi'])
    expect(JSON.stringify(opened.found)).not.toContain(secret)
  await until('operators are written to', async () =>
    (await world.mailTo('operations@cast.example')).some(({ subject }) => subject.includes(one.id)),
  )
})

test('a reminder and a repeated webhook open nothing more', async () => {
  const one = await dispute()
  await isOpen(one)
  await world.control('POST', `/disputes/${one.id}/remind`)
  await recordDispute(world.provider, one.id)
  expect(await world.sql`select 1 from money_case where subject = ${one.id}`).toHaveLength(1)
  expect(await world.sql`select 1 from dispute where provider_id = ${one.id}`).toHaveLength(1)
})

test('a lost dispute is booked once, and its case closes', async () => {
  const one = await dispute()
  await isOpen(one)
  expect((await end(one, 'auto-accepted')).status).toBe(200)
  await isClosed(one)
  await recordDispute(world.provider, one.id)
  expect(await lossesOf(one)).toEqual(lost)
  expect((await caseOf(one))?.close_note).toContain('Lost')
})

test('a refund by our own bank before the payer’s bank took all is in the evidence, and the end names what was paid twice', async () => {
  const booked = await book(asAda)
  await world.control('POST', `/transactions/${booked.payment}/succeed`, { webhook: false })
  await settle(world.provider, booked.payment)
  const transfer = {
    through: 'bank',
    reference: 'GTB-77',
    amount: 1000.5,
    note: 'one test was not done',
  } as const
  await asOps(recordReturn, { params: { reference: booked.payment }, body: transfer })
  const { body } = await world.control('POST', `/transactions/${booked.payment}/dispute`)
  const one = { ...booked, id: String(body.id) }
  await isOpen(one)
  expect((await caseOf(one))?.found.gone_back).toMatch(/^₦1,000\.50 on .* \(transfer GTB-77\)$/)
  await end(one, 'auto-accepted')
  await isClosed(one)
  expect((await caseOf(one))?.close_note).toContain('₦1,000.50 of it had already gone back')
  expect(await lossesOf(one)).toEqual(lost)
  const again = { ...transfer, reference: 'GTB-78' }
  const answer = await asOps(recordReturn, { params: { reference: booked.payment }, body: again })
  expect(`${answer.httpStatus} ${answer.code}`).toBe('409 payment_disputed')
  // No more than the payment went through Paystack, and nothing after the bank had taken it.
  expect(await brokenInvariants(world.db)).toEqual([])
})

test('a won dispute costs nothing, and its case closes', async () => {
  const one = await dispute()
  await isOpen(one)
  await end(one, 'declined')
  await isClosed(one)
  expect(await lossesOf(one)).toEqual([])
  expect((await caseOf(one))?.close_note).toContain('Won')
})

/** The answer to each actor who could refund the order’s money. */
async function triesToReturn({ order, payment }: Disputed): Promise<unknown[]> {
  const params = { reference: order }
  const asked = { reason: 'no', key: 'disputed' }
  const row = (await paymentByReference(world.db, payment)) ?? expect.unreachable()
  const cancelAs = (actor: 'doctor' | 'lab') =>
    world.db.transaction().execute((tx) => {
      const how = { refundTo: 'source', reason: 'no' } as const
      return cancelBooking(tx, { id: row.order_id }, actor, how, world.clock.now())
    })
  const answers = [
    await asAda(cancelOrder, { params, body: { refundTo: 'credit' } }),
    await asAda(cancelOrder, { params, body: {} }),
    await asOps(refundPayment, { params: { reference: payment }, body: asked }),
    await asOps(refundPayment, { params: { reference: payment }, body: { ...asked, amount: 100 } }),
  ]
  return [
    ...answers.map(({ httpStatus, code }) => `${httpStatus} ${code}`),
    await cancelAs('doctor').catch(({ code }) => code),
    await cancelAs('lab').catch(({ code }) => code),
  ]
}

test('a payment that a bank disputes or has taken cannot also be refunded', async () => {
  const one = await dispute()
  await isOpen(one)
  const refused = [...Array(4).fill('409 payment_disputed'), ...Array(2).fill('payment_disputed')]
  expect(await triesToReturn(one)).toEqual(refused)
  await end(one, 'auto-accepted')
  await isClosed(one)
  expect(await triesToReturn(one)).toEqual(refused)
  expect((await asAda(readOrder, { params: { reference: one.order } })).data).toMatchObject({
    state: 'scheduled',
    refunds: [],
  })
})

test('the money of a won dispute can be refunded', async () => {
  const one = await dispute()
  await end(one, 'declined')
  await recordDispute(world.provider, one.id)
  const answer = await asAda(cancelOrder, { params: { reference: one.order }, body: { refundTo: 'credit' } })
  expect(answer.data).toMatchObject({ state: 'cancelled', refund: { state: 'processed' } })
})

test('late money that is disputed stays held, with a case, and is not refunded automatically', async () => {
  const { order, payment } = await book(asAda)
  await asAda(cancelOrder, { params: { reference: order }, body: {} })
  await world.control('POST', `/transactions/${payment}/succeed`, { webhook: false })
  const { body } = await world.control('POST', `/transactions/${payment}/dispute`)
  await recordDispute(world.provider, String(body.id))
  expect((await settle(world.provider, payment))?.state).toBe('held')
  expect(
    await world.sql`select kind from money_case where subject = ${payment} and closed_at is null`,
  ).toEqual([{ kind: 'held_money' }])
  const asked = { params: { reference: payment }, body: { reason: 'no', key: 'held' } }
  expect(await asOps(refundPayment, asked)).toMatchObject({ code: 'payment_disputed' })
  await end({ order, payment, id: String(body.id) }, 'declined')
  await recordDispute(world.provider, String(body.id))
  expect((await asOps(refundPayment, asked)).data.state).toBe('refunding')
  expect(await brokenInvariants(world.db)).toEqual([])
})

test('held money that is disputed stays held when its order is cancelled', async () => {
  const { order, payment } = await book(asAda)
  await world.control('POST', `/transactions/${payment}/succeed`, { webhook: false, amount: 500_000 })
  await settle(world.provider, payment)
  const { body } = await world.control('POST', `/transactions/${payment}/dispute`)
  await recordDispute(world.provider, String(body.id))
  const { data } = await asAda(cancelOrder, { params: { reference: order }, body: {} })
  expect(data).toEqual({ state: 'cancelled', refund: null })
  expect((await paymentByReference(world.db, payment))?.state).toBe('held')
})

test('a webhook older than the end does not reopen a dispute', async () => {
  const one = await dispute()
  await isOpen(one)
  const stale = await world.provider.paystack.dispute(one.id)
  if (stale.kind !== 'yes') throw new Error('Paystack is silent')
  await end(one, 'auto-accepted')
  await isClosed(one)
  await storeDispute(world.provider, stale.value)
  expect(await world.sql`select status, resolution from dispute where provider_id = ${one.id}`).toEqual([
    { status: 'resolved', resolution: 'auto-accepted' },
  ])
  expect(await world.sql`select 1 from money_case where subject = ${one.id}`).toHaveLength(1)
  expect(await lossesOf(one)).toEqual(lost)
})

test('a dispute without a webhook is found by reconciliation of its day, also when it is over', async () => {
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

test('an operator declines with the evidence, once, and the bank then decides for us', async () => {
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
  const document = await fileOf(one)
  for (const told of ['What was done', one.order, one.payment, 'Booked', 'LR-20'])
    expect(document).toContain(told)
  for (const secret of [fbc.name, sugar.name, 'Mama Obi']) expect(document).not.toContain(secret)
  for (const secret of [fbc.name, sugar.name]) expect(there.evidence.service_details).not.toContain(secret)
  expect((await caseOf(one))?.found).toMatchObject({
    ours_answer: 'declined',
    theirs_state: 'awaiting-bank-feedback',
  })
  const other = { params: { id: one.id }, body: { resolution: 'merchant-accepted', message: 'No.' } } as const
  expect(await asOps(answerDisputeCall, other)).toMatchObject({ code: 'wrong_state' })
})

test('an answer whose evidence file did not arrive is not sent', async () => {
  const one = await dispute()
  await isOpen(one)
  const params = { id: one.id }
  const body = { resolution: 'declined', message: 'It was done.' } as const
  const { paystack } = world.provider
  const renderer = openReceiptRenderer({ atOnce: 1, waiting: 1 })
  const lost = {
    ...paystack,
    uploadEvidence: async () => ({ kind: 'unknown', why: 'not uploaded' }) as const,
  }
  const unsent = { ...lost, resolveDispute: () => expect.unreachable('the answer was sent') }
  const answering = answerDispute({ ...world.provider, paystack: unsent, renderer }, one.id, body)
  await expect(answering).rejects.toMatchObject({ code: 'paystack_silent' })
  await renderer.close()
  expect((await asOps(answerDisputeCall, { params, body })).data.status).toBe('awaiting-bank-feedback')
})

test('an operator accepts a dispute, once, and it is booked as lost', async () => {
  const one = await dispute()
  await isOpen(one)
  const answer = {
    params: { id: one.id },
    body: { resolution: 'merchant-accepted', message: 'The lab was closed.' },
  } as const
  for (let times = 0; times < 2; times += 1)
    expect((await asOps(answerDisputeCall, answer)).data).toEqual({
      status: 'resolved',
      resolution: 'merchant-accepted',
    })
  expect(await lossesOf(one)).toEqual(lost)
  await isClosed(one)
  expect(await fileOf(one)).toContain(one.payment)
})

test('if Paystack’s answer is lost, the same answer can be sent again', async () => {
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

test('an unanswered dispute raises an alarm in the log shortly before its deadline', async () => {
  const one = await dispute()
  await isOpen(one)
  const alarms = () =>
    world.logged.filter((line) => line.includes('"alarm":"dispute"') && line.includes(`"${one.id}"`))
  await watchDisputes(world.db, world.parts.log, world.clock.now())
  expect(alarms()).toEqual([])
  await watchDisputes(world.db, world.parts.log, new Date(world.clock.now().getTime() + 12.5 * hour))
  expect(alarms()).toHaveLength(1)
})

test('the list of cases sorts disputes by their deadlines', async () => {
  const { data } = await asOps(listCases, { query: { state: 'open' } })
  const due = data.map(({ dueAt }) => dueAt ?? '9')
  expect(data.map(({ kind }) => kind)).toContain('dispute')
  expect(due).toEqual(due.toSorted())
})
