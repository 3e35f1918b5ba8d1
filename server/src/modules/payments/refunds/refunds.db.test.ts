import { setTimeout as pause } from 'node:timers/promises'
import {
  closeCase,
  kobo,
  listCases,
  readOrder,
  refundPayment,
  releasePayment,
  retryRefund,
} from '@labalaba/contract'
import { beforeEach, expect, test } from 'vitest'
import { ada, drBello, ops } from '../../../../test/cast.ts'
import { book, bookingForm, buildWorld, type Caller, until } from '../../../../test/world.ts'
import { brokenInvariants } from '../../../invariants.ts'
import { releaseHeld } from '../capture.ts'
import { settleSilentPayments } from '../jobs.ts'
import { settle } from '../settle.ts'
import { handleWebhook } from '../webhook/webhooks.ts'
import { cancelBooking } from './cancel.ts'
import { releaseEarning } from './earning.ts'
import { retryFailedRefunds } from './failed.ts'
import { refundPart } from './part.ts'
import { advanceRefund } from './refunds.ts'

const hour = 60 * 60 * 1000

const world = await buildWorld()
let asAda: Caller
let asOps: Caller

beforeEach(async () => {
  asAda = await world.as(ada)
  asOps = await world.as(ops)
})

type Paid = {
  readonly order: string
  readonly payment: string
  readonly id: number
  readonly order_id: number
}

async function paid(terms: object = {}, caller = asAda): Promise<Paid> {
  const booked = await book(caller, bookingForm())
  await world.control('POST', `/transactions/${booked.payment}/succeed`, { webhook: false, ...terms })
  await settle(world.provider, booked.payment)
  return { ...booked, ...(await rowOf(booked.payment)) }
}

async function rowOf(reference: string) {
  const [row] = await world.sql<{ id: number; order_id: number; state: string }[]>`
    select id, order_id, state from payment where reference = ${reference}`
  return row ?? expect.unreachable()
}

async function orderOf(reference: string, caller = asAda) {
  return (await caller(readOrder, { params: { reference } })).data
}

const part = ({ payment }: Paid, amount: number, key: string) =>
  asOps(refundPayment, {
    params: { reference: payment },
    body: { amount, reason: 'one test was not done', key },
  })

const whole = ({ payment }: Paid) =>
  asOps(refundPayment, {
    params: { reference: payment },
    body: { reason: 'the lab was closed', key: 'whole' },
  })

async function advanceAll(): Promise<void> {
  await world.sql`update refund set check_at = now() - interval '1 hour' where ended_at is null`
  await settleSilentPayments(world.provider)
}

async function refundsEnd(reference: string): Promise<void> {
  await until('every refund has ended', async () => {
    await advanceAll()
    return (await orderOf(reference)).refunds.every((refund) => refund.endedAt !== null)
  })
}

/** The refunds of a payment that Paystack knows. */
async function atPaystack(reference: string): Promise<number> {
  const truth = await world.provider.paystack.verify(reference)
  if (truth.kind !== 'yes') return -1
  const listed = await world.provider.paystack.refundsOf(truth.value.providerId)
  return listed.kind === 'yes' ? listed.value.length : -1
}

const openCases = async (kind: string) =>
  (await asOps(listCases, { query: { state: 'open' } })).data.filter((found) => found.kind === kind)

test('a part is refunded share by share, its order continues, and the same key is one refund', async () => {
  const one = await paid()
  const [first, again] = [await part(one, 2_000, 'a'), await part(one, 2_000, 'a')]
  expect(first.data).toMatchObject({ state: 'settled', refunds: [{ amount: 2_000, toSource: 2_000 }] })
  expect(again.data.refunds).toHaveLength(1)
  expect((await part(one, 3_000, 'a')).code).toBe('refund_key_reused')
  await refundsEnd(one.order)
  const after = await orderOf(one.order)
  expect([after.state, after.payments[0]?.state]).toEqual(['scheduled', 'settled'])
  expect(after.refunds).toMatchObject([{ state: 'processed', reason: 'one test was not done' }])
  expect(after.cancelTerms).toMatchObject({ refund: 8_000 })
  expect((await part(one, 8_000.01, 'b')).code).toBe('refund_too_large')
  expect((await part(one, 10.005, 'c')).code).toBe('invalid')
})

test('concurrent refunds of parts and of the whole never refund more than the payment', async () => {
  const one = await paid()
  const asked = await Promise.all([
    ...Array.from({ length: 6 }, (_, index) => part(one, 3_000, `at-once-${index}`)),
    whole(one),
    whole(one),
  ])
  expect(asked.every(({ httpStatus }) => httpStatus === 200 || httpStatus === 409)).toBe(true)
  const { refunds, state } = await orderOf(one.order)
  expect([state, refunds.reduce((sum, refund) => sum + refund.amount, 0)]).toEqual(['cancelled', 10_000])
  await refundsEnd(one.order)
  expect((await rowOf(one.payment)).state).toBe('refunded')
})

test('two concurrent workers, whose answers Paystack loses after acting, make one refund at Paystack', async () => {
  for (const seen of ['by the list', 'only after a while'] as const) {
    const one = await paid()
    await whole(one)
    const [refund] = await world.sql<{ id: string }[]>`select id from refund where payment_id = ${one.id}`
    const id = refund?.id ?? ''
    const { paystack } = world.provider
    // The refund is made and the answer lost; to some the list does not show it yet.
    const hostile = {
      ...paystack,
      async refund(...asked: Parameters<typeof paystack.refund>) {
        await paystack.refund(...asked)
        return { kind: 'unknown', why: 'lost' } as const
      },
      ...(seen !== 'by the list' && { refundsOf: async () => ({ kind: 'yes', value: [] }) as const }),
    }
    const workers = Array.from({ length: 8 }, () =>
      advanceRefund({ ...world.provider, paystack: hostile }, id),
    )
    await Promise.all(workers)
    await advanceRefund({ ...world.provider, paystack: hostile }, id)
    expect(await atPaystack(one.payment)).toBe(1)
    await refundsEnd(one.order)
    expect([await atPaystack(one.payment), (await rowOf(one.payment)).state]).toEqual([1, 'refunded'])
  }
})

test('a Paystack that acts and then loses its answers makes one refund of it', async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    const one = await paid()
    await whole(one)
    const [refund] = await world.sql<{ id: string }[]>`select id from refund where payment_id = ${one.id}`
    await world.control('PUT', '/faults', { api: { timeoutAfterCommit: 0.5 } })
    const { paystack } = world.provider
    // Who waits for an answer that is lost does not wait for long here.
    const withShortTimeout = <T>(asking: Promise<T>) =>
      Promise.race([asking, pause(300, { kind: 'unknown', why: 'lost' } as const)])
    const impatient = {
      ...paystack,
      refundsOf: (id: string) => withShortTimeout(paystack.refundsOf(id)),
      refund: (...asked: Parameters<typeof paystack.refund>) => withShortTimeout(paystack.refund(...asked)),
    }
    for (let round = 0; round < 4; round += 1)
      await Promise.all(
        [1, 2, 3].map(() => advanceRefund({ ...world.provider, paystack: impatient }, refund?.id ?? '')),
      )
    await world.control('DELETE', '/faults')
    expect(await atPaystack(one.payment)).toBeLessThanOrEqual(1)
    await world.sql`update refund set sending_until = null where id = ${refund?.id ?? ''}`
    await refundsEnd(one.order)
    expect([await atPaystack(one.payment), (await rowOf(one.payment)).state]).toEqual([1, 'refunded'])
  }
})

test('a worker that died while sending is replaced once the minute is over, and not before', async () => {
  const one = await paid()
  await whole(one)
  const [refund] = await world.sql<{ id: string }[]>`
    update refund set sending_until = clock_timestamp() + interval '60 seconds' where payment_id = ${one.id} returning id`
  await advanceRefund(world.provider, refund?.id ?? '')
  world.clock.moveOn(24 * hour)
  await advanceRefund(world.provider, refund?.id ?? '')
  expect(await atPaystack(one.payment)).toBe(0)
  await world.sql`update refund set sending_until = clock_timestamp() - interval '1 second' where id = ${refund?.id ?? ''}`
  await advanceRefund(world.provider, refund?.id ?? '')
  expect(await atPaystack(one.payment)).toBe(1)
  asAda = await world.as(ada)
  await refundsEnd(one.order)
})

test('no transaction stays open while Paystack is asked about a refund', async () => {
  const one = await paid()
  await whole(one)
  const [refund] = await world.sql<{ id: string }[]>`select id from refund where payment_id = ${one.id}`
  const open = async () => {
    const [row] = await world.sql<{ n: number }[]>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`
    return row?.n
  }
  const { paystack } = world.provider
  const counted: unknown[] = []
  const watched = {
    ...paystack,
    async refundsOf(id: string) {
      counted.push(await open())
      return await paystack.refundsOf(id)
    },
    async refund(...asked: Parameters<typeof paystack.refund>) {
      counted.push(await open())
      return await paystack.refund(...asked)
    },
  }
  await advanceRefund({ ...world.provider, paystack: watched }, refund?.id ?? '')
  expect(counted).toEqual([0, 0])
  await refundsEnd(one.order)
})

test('webhooks of a refund, twice and in any order, book its end once', async () => {
  const one = await paid()
  await whole(one)
  await advanceAll()
  await until('Paystack has told of the refund', async () => {
    const [row] = await world.sql<{ n: number }[]>`
      select count(*)::int as n from paystack_event where event = 'refund.processed' and reference = ${one.payment}`
    return (row?.n ?? 0) > 0
  })
  const events = await world.sql<{ id: number }[]>`
    select id from paystack_event where event like 'refund.%' and reference = ${one.payment} order by id desc`
  for (const { id } of [...events, ...events]) await handleWebhook(world.provider, id)
  await world.sql`update paystack_event set outcome = null, handled_at = null where event like 'refund.%'`
  await Promise.all(events.map(({ id }) => handleWebhook(world.provider, id)))
  expect((await rowOf(one.payment)).state).toBe('refunded')
  const done =
    await world.sql`select 1 from ledger_posting where kind = 'refund_done' and order_reference = ${one.order}`
  expect(done).toHaveLength(1)
})

test('a failed refund is shown as such, retried after one, six and 24 hours, and then is a case', async () => {
  const one = await paid({ method: 'card-refund-fails' })
  await whole(one)
  for (const [failures, pause] of [
    [1, 1],
    [2, 6],
    [3, 24],
  ] as const) {
    await refundsEnd(one.order)
    const { refunds } = await orderOf(one.order)
    expect(refunds.map((refund) => refund.state)).toEqual(Array.from({ length: failures }, () => 'failed'))
    expect((await rowOf(one.payment)).state).toBe('refunding')
    expect(await retryFailedRefunds(world.provider)).toBe(0)
    world.clock.moveOn(pause * hour + 60_000)
    await Promise.all([retryFailedRefunds(world.provider), retryFailedRefunds(world.provider)])
    asAda = await world.as(ada)
    asOps = await world.as(ops)
    expect((await orderOf(one.order)).refunds).toHaveLength(failures + 1)
  }
  expect(await openCases('refund_failed')).toEqual([])
  await refundsEnd(one.order)
  expect((await rowOf(one.payment)).state).toBe('held')
  expect(await openCases('refund_failed')).toMatchObject([{ orderReference: one.order, amount: 10_000 }])
  // An operator tries it again, and this time the bank takes it.
  const [found] = await openCases('refund_failed')
  const retry = () => asOps(retryRefund, { params: { id: found?.subject ?? '' } })
  const answers = await Promise.all([retry(), retry(), retry()])
  expect(answers.map(({ data }) => data.state)).toEqual(['refunding', 'refunding', 'refunding'])
  const [last] = await world.sql<
    { id: string }[]
  >`select id from refund where payment_id = ${one.id} and ended_at is null`
  const { paystack } = world.provider
  const paystackProcessing = async (id: string) => {
    const listed = await paystack.refundsOf(id)
    return listed.kind === 'yes'
      ? { ...listed, value: listed.value.map((each) => ({ ...each, status: 'processed' })) }
      : listed
  }
  for (let turn = 0; turn < 2; turn += 1)
    await advanceRefund(
      { ...world.provider, paystack: { ...paystack, refundsOf: paystackProcessing } },
      last?.id ?? '',
    )
  expect((await rowOf(one.payment)).state).toBe('refunded')
  expect(await openCases('refund_failed')).toEqual([])
})

test('a refund that needs the payer’s bank details is a case at once, due in a day', async () => {
  const one = await paid({ method: 'card-refund-attention' })
  await whole(one)
  await until('a case is open', async () => {
    await advanceAll()
    return (await openCases('refund_stuck')).some((found) => found.orderReference === one.order)
  })
  const found = (await openCases('refund_stuck')).find((each) => each.orderReference === one.order)
  const due = new Date(found?.dueAt ?? 0).getTime() - new Date(found?.openedAt ?? 0).getTime()
  expect(Math.round(due / hour)).toBe(24)
  const closing = { params: { id: String(found?.id) }, body: { note: 'details given in the dashboard' } }
  expect((await asOps(closeCase, closing)).data.closeNote).toBe('details given in the dashboard')
  expect((await asOps(closeCase, { ...closing, body: { note: 'other words' } })).data.closeNote).toBe(
    'details given in the dashboard',
  )
})

test('held money that covers its order is released: it pays, and the excess is refunded', async () => {
  const one = await paid({ amount: 1_250_000 })
  expect(await openCases('held_money')).toMatchObject([{ subject: one.payment, amount: 12_500 }])
  const release = () => asOps(releasePayment, { params: { reference: one.payment } })
  const answers = await Promise.all(Array.from({ length: 5 }, release))
  expect(answers.map(({ data }) => data.state)).toEqual(Array.from({ length: 5 }, () => 'settled'))
  const after = await orderOf(one.order)
  expect([after.state, after.refunds.map((refund) => refund.amount)]).toEqual(['scheduled', [2_500]])
  expect(await openCases('held_money')).toEqual([])
  // The rest belongs to the order, and is refunded with it.
  expect((await whole(one)).data.refunds.map((refund) => refund.amount)).toEqual([2_500, 10_000])
  await refundsEnd(one.order)
  expect((await rowOf(one.payment)).state).toBe('refunded')
})

test('held money that does not cover its order, or whose order is cancelled, is not released', async () => {
  const short = await paid({ amount: 999_999 })
  expect((await asOps(releasePayment, { params: { reference: short.payment } })).code).toBe('wrong_state')
  const over = await paid({ amount: 1_100_000 })
  await world.sql`update lab_order set state = 'cancelled' where reference = ${over.order}`
  const release = world.db.transaction().execute((tx) => releaseHeld(tx, over, world.clock.now()))
  await expect(release).rejects.toMatchObject({ code: 'order_not_payable' })
  await world.sql`update lab_order set state = 'awaiting_payment' where reference = ${over.order}`
})

test('a doctor’s earning is available once the result is released, less refunds before and since', async () => {
  const asBello = await world.as(drBello)
  const one = await paid({}, asBello)
  const run = (act: Parameters<ReturnType<typeof world.db.transaction>['execute']>[0]) =>
    world.db.transaction().execute(act)
  const early = run((tx) => releaseEarning(tx, { id: one.order_id }, world.clock.now()))
  await expect(early).rejects.toMatchObject({ code: 'wrong_state' })
  const give = (key: string) =>
    run((tx) => refundPart(tx, one, { amount: kobo(200_000), reason: 'x', key }, world.clock.now()))
  await give('before')
  const move = (to: string) =>
    world.sql.begin(async (tx) => {
      await tx`insert into lab_order_event (order_id, verb, from_state, to_state, actor, at)
      select id, 'release', state, ${to}, 'lab', now() from lab_order where id = ${one.order_id}`
      await tx`update lab_order set state = ${to} where id = ${one.order_id}`
    })
  await move('results_ready')
  for (let turn = 0; turn < 2; turn += 1)
    await run((tx) => releaseEarning(tx, { id: one.order_id }, world.clock.now()))
  await give('after')
  const stands = await world.sql<{ kind: string; sum: number }[]>`
    select account.kind, sum(amount_kobo)::bigint as sum from ledger_line line
      join ledger_posting posting on posting.id = line.posting_id join ledger_account account on account.id = line.account_id
    where order_reference = ${one.order} and account.kind like 'doctor%' group by 1 having sum(amount_kobo) <> 0`
  expect(stands).toEqual([{ kind: 'doctor_wallet', sum: -30_000 }])
  const late = run((tx) =>
    cancelBooking(
      tx,
      { id: one.order_id },
      'operator',
      { refundTo: 'source', reason: 'x' },
      world.clock.now(),
    ),
  )
  await expect(late).rejects.toMatchObject({ code: 'wrong_state' })
})

test('after all tests of this file the books and the histories are in order', async () => {
  expect(await brokenInvariants(world.db)).toEqual([])
})
