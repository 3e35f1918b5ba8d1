import { cancelOrder, readOrder, refundPayment } from '@labalaba/contract'
import { beforeEach, expect, test } from 'vitest'
import { ada, ops } from '../../test/cast.ts'
import { book, bookingForm, buildWorld, type Caller, homeVisit, signingKey, until } from '../../test/world.ts'
import { commands } from '../cli.ts'
import { settle, settleSilentPayments } from '../modules/payments/index.ts'
import { runCommandLine } from './run.ts'

const world = await buildWorld()
let asAda: Caller
let asOps: Caller

beforeEach(async () => {
  asAda = await world.as(ada)
  asOps = await world.as(ops)
})

async function labalaba(...words: string[]) {
  const out: string[] = []
  const errors: string[] = []
  const screen = {
    print: (line: string) => void out.push(line),
    complain: (line: string) => void errors.push(line),
  }
  const env = {
    DATABASE_URL: world.url,
    DEMO: 'off',
    PUBLIC_URL: world.publicUrl,
    PAYSTACK_URL: world.simulator.url,
    PAYSTACK_SECRET_KEY: signingKey,
    SECRET_KEY: 'a secret of the tests, with more than 32 characters',
  }
  const code = await runCommandLine(commands, words, env, screen)
  return { code, out: out.join('\n'), errors: errors.join('\n') }
}

async function paid(terms: object = {}, form = bookingForm()) {
  const booked = await book(asAda, form)
  await world.control('POST', `/transactions/${booked.payment}/succeed`, { webhook: false, ...terms })
  await settle(world.provider, booked.payment)
  return booked
}

const orderOf = async (reference: string) => (await asAda(readOrder, { params: { reference } })).data

const give = (reference: string, amount?: number) =>
  asOps(refundPayment, {
    params: { reference },
    body: { ...(amount && { amount }), reason: 'closed', key: 'k' },
  })

async function settleUntil(what: string, holds: () => Promise<boolean>): Promise<void> {
  await until(what, async () => {
    await world.sql`update refund set check_at = now() - interval '1 hour' where ended_at is null`
    await settleSilentPayments(world.provider)
    return await holds()
  })
}

async function refundOf(reference: string) {
  const [row] = await world.sql<{ id: string; state: string; needs_attention: boolean }[]>`
    select refund.* from refund join payment on payment.id = payment_id
    where payment.reference = ${reference} order by requested_at desc limit 1`
  return row ?? expect.unreachable()
}

test('returned-outside ends held money, and explains invalid arguments', async () => {
  const { payment } = await paid({ currency: 'USD' })
  const words = ['returned-outside', payment, '--reference', 'GTB-1', '--note', 'paid back by hand']
  expect(await labalaba(...words, '--through', 'post')).toMatchObject({ code: 2 })
  expect((await labalaba(...words, '--through', 'bank', '--amount', 'much')).errors).toContain('give naira')
  expect(await labalaba(...words, '--through', 'bank')).toMatchObject({
    code: 0,
    out: `We have recorded that ${payment} was given back (GTB-1).`,
  })
  const [row] = await world.sql`select state from payment where reference = ${payment}`
  expect(row?.state).toBe('refunded')
  expect((await labalaba('returned-outside', 'bk-none', ...words.slice(2), '--through', 'bank')).code).toBe(1)
})

test('refund-as-credit and returned-outside end a failed refund, each once', async () => {
  for (const how of ['refund-as-credit', 'returned-outside']) {
    const { payment } = await paid({ method: 'card-refund-fails' })
    await give(payment, 500)
    await settleUntil('it has failed', async () => (await refundOf(payment)).state === 'failed')
    const { id } = await refundOf(payment)
    const words = ['--through', 'bank', '--reference', 'GTB-2', '--note', 'by hand']
    const typed = how === 'returned-outside' ? [how, id, ...words] : [how, id]
    for (let turn = 0; turn < 2; turn += 1) expect((await labalaba(...typed)).code).toBe(0)
    expect((await refundOf(payment)).state).toBe('processed')
    expect((await labalaba('retry-refund', id)).code).toBe(0)
    expect((await refundOf(payment)).state).toBe('processed')
  }
})

test('bank-details lists the banks, and sends the account of one to Paystack', async () => {
  const { payment } = await paid({ method: 'card-refund-attention' })
  await give(payment)
  await settleUntil('it needs them', async () => (await refundOf(payment)).needs_attention)
  const { id } = await refundOf(payment)
  expect((await labalaba('bank-details')).out).toContain('    21  Zenith Bank')
  expect((await labalaba('bank-details', id, '--bank', '21', '--account', '12')).code).toBe(2)
  const given = await labalaba('bank-details', id, '--bank', '21', '--account', '0123456789')
  expect([given.code, given.out]).toEqual([
    0,
    `Paystack has the bank account. The refund ${id} is processing.`,
  ])
})

test('cancel names who cancels, and return-fee refunds a retained fee', async () => {
  const one = await paid()
  const words = ['--reason', 'The machine is broken.']
  expect((await labalaba('cancel', one.order, ...words, '--on-behalf-of', 'me')).code).toBe(2)
  const cancelled = await labalaba('cancel', one.order, ...words, '--on-behalf-of', 'lab', '--to', 'credit')
  expect(cancelled.out).toBe(`${one.order} is cancelled. ₦10,000 goes back.`)
  expect((await orderOf(one.order)).cancelled).toMatchObject({ by: 'lab', reason: 'The machine is broken.' })
  const visit = await paid({}, bookingForm({ type: homeVisit(world.clock.now()) }))
  await world.sql`update lab_order set set_off_at = now() where reference = ${visit.order}`
  await asAda(cancelOrder, { params: { reference: visit.order }, body: { refundTo: 'credit' } })
  expect(await labalaba('return-fee', visit.payment, '--reason', 'late', '--to', 'credit')).toMatchObject({
    code: 0,
    out: 'The fee of ₦6,000 goes back.',
  })
})

test('answer-dispute sends the bank the answer with its evidence file', async () => {
  await world.work()
  const { payment } = await paid()
  const { body } = await world.control('POST', `/transactions/${payment}/dispute`)
  const id = String(body.id)
  await until('we have heard of it', async () => {
    return (await world.sql`select 1 from dispute where provider_id = ${id}`).length > 0
  })
  const answered = await labalaba('answer-dispute', id, '--answer', 'decline', '--message', 'It was done.')
  expect([answered.code, answered.out]).toEqual([
    0,
    'The bank has the answer. The dispute is awaiting bank feedback.',
  ])
  expect((await fetch(`${world.simulator.url}/_control/disputes/${id}/file`)).status).toBe(200)
}, 60_000)
