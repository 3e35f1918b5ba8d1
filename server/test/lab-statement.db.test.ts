import {
  cancelOrder,
  downloadLabStatement,
  formatNairaExactly,
  kobo,
  type LabStatement,
  lagosDate,
  printLabStatement,
  readLabStatement,
  refundPayment,
} from '@labalaba/contract'
import { extractText } from 'unpdf'
import { beforeAll, expect, test } from 'vitest'
import { recordDispute } from '../src/modules/payments/disputes/disputes.ts'
import { ada, ikeja, ops, sola, sugar, tola, yaba } from './cast.ts'
import { hire } from './lab-staff.ts'
import { pay } from './stages.ts'
import { book, bookingForm, buildWorld, type Caller } from './world.ts'

const world = await buildWorld()
const month = lagosDate(new Date()).slice(0, 7)
let asAda: Caller
let asSola: Caller
beforeAll(async () => {
  ;[asAda, asSola] = await Promise.all([world.as(ada), world.as(sola)])
})

async function statement(caller = asSola): Promise<LabStatement> {
  return (await caller(readLabStatement, { query: { month } })).data
}

async function paid(): Promise<{ order: string; payment: string }> {
  const booked = await book(asAda, bookingForm({ test: [{ ...sugar }] }))
  await pay(world, booked.payment)
  return booked
}

/** Every line of the lab's account in the books, in kobo as the lab counts them. */
const inTheBooks = () => world.sql<{ kind: string; order: string; amount: number }[]>`
  select posting.kind, posting.order_reference as "order", -line.amount_kobo::int as amount
  from ledger_line line join ledger_posting posting on posting.id = line.posting_id
    join ledger_account account on account.id = line.account_id
  where account.kind = 'lab' and account.owner = (select id::text from lab where slug = ${yaba.slug})
  order by line.at, line.posting_id, line.position`

async function expectTheBooks(): Promise<LabStatement> {
  const [told, lines] = [await statement(), await inTheBooks()]
  const shown = told.days.flatMap((day) => day.lines)
  expect(shown.map(({ orderReference, amount }) => [orderReference, Math.round(amount * 100)])).toEqual(
    lines.map(({ order, amount }) => [order, amount]),
  )
  const sum = lines.reduce((total, { amount }) => total + amount, 0)
  expect(Math.round((told.closing - told.opening) * 100)).toBe(sum)
  expect(Math.round(told.totals.reduce((total, one) => total + one.amount, 0) * 100)).toBe(sum)
  expect(shown.at(-1)?.balanceAfter ?? told.opening).toBe(told.closing)
  return told
}

test('an empty month shows the balance of before', async () => {
  expect(await statement()).toEqual({
    lab: yaba.name,
    month,
    months: [month],
    opening: 0,
    closing: 0,
    totals: [],
    days: [],
  })
})

test('a month equals the books to the kobo, with a refund, a partial refund, and a lost dispute', async () => {
  const first = await paid()
  const second = await paid()
  const third = await paid()
  expect((await expectTheBooks()).totals).toEqual([
    { words: "The lab's share of a paid order", count: 3, amount: 3 * 2550 },
  ])
  await asAda(cancelOrder, { params: { reference: first.order }, body: {} })
  const asOps = await world.as(ops)
  const part = await asOps(refundPayment, {
    params: { reference: second.payment },
    body: { amount: 777.77, reason: 'One test was not done', key: 'part-of-it' },
  })
  expect(part.httpStatus, part.message).toBe(200)
  const told = await expectTheBooks()
  expect(told.totals.map(({ words, count }) => [words, count])).toEqual([
    ["The lab's share of a paid order", 3],
    ['Taken back: the order was refunded', 2],
  ])
  // The lab does not bear the cost of a lost dispute.
  const { body } = await world.control('POST', `/transactions/${third.payment}/dispute`, {})
  await recordDispute(world.provider, String(body.id))
  await world.control('POST', `/disputes/${body.id}/resolve`, { resolution: 'auto-accepted' })
  await recordDispute(world.provider, String(body.id))
  const lost = await world.sql`select 1 from ledger_posting where business_key = ${`dispute_lost:${body.id}`}`
  expect(lost).toHaveLength(1)
  expect(await expectTheBooks()).toEqual(told)
})

test('the file has the same lines, and nothing in it is a formula', async () => {
  const headers = { authorization: `Bearer ${await world.tokenOf(sola)}` }
  const answer = await fetch(`${world.publicUrl}${downloadLabStatement.path}?month=${month}`, { headers })
  const text = await answer.text()
  expect(answer.headers.get('content-disposition')).toContain(`statement-${yaba.slug}-${month}-01`)
  const lines = await inTheBooks()
  for (const { order } of lines) expect(text).toContain(order)
  expect(text.split('\r\n').filter((line) => /^"?[=+@]/.test(line))).toEqual([])
})

test('the PDF has the same lines, with the opening and closing balance', async () => {
  const headers = { authorization: `Bearer ${await world.tokenOf(sola)}` }
  const answer = await fetch(`${world.publicUrl}${printLabStatement.path}?month=${month}`, { headers })
  expect(answer.headers.get('content-disposition')).toMatch(/\.pdf"$/)
  const { text } = await extractText(new Uint8Array(await answer.arrayBuffer()), { mergePages: true })
  const plain = text.replace(/\s+/g, ' ')
  for (const { order } of await inTheBooks()) expect(plain).toContain(order)
  expect(plain).toContain('Opening balance ₦0.00')
  expect(plain).toContain(formatNairaExactly(kobo(Math.round((await statement()).closing * 100))))
})

test('only managers of the whole lab read it, each their own lab’s', async () => {
  const asIkeja = await hire(world, ikeja.slug, ['manager'])
  expect(await statement(asIkeja)).toMatchObject({ lab: ikeja.name, closing: 0, days: [] })
  for (const caller of [await world.as(tola), asAda, await hire(world, yaba.slug, ['desk', 'scientist'])])
    for (const call of [readLabStatement, downloadLabStatement, printLabStatement])
      expect(await caller(call, { query: { month } })).toMatchObject({ code: 'not_found' })
  const annex = await hire(world, yaba.slug, ['manager'], [yaba.annex])
  expect(await annex(readLabStatement, { query: { month } })).toMatchObject({ code: 'not_your_duty' })
})

test('a month that does not exist or has not begun is refused', async () => {
  for (const wrong of ['2026-13', '2999-01'])
    expect(await asSola(readLabStatement, { query: { month: wrong } })).toMatchObject({ code: 'wrong_days' })
})
