import { addBooking, payOrder, trackOrder } from '@labalaba/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ada } from '../../../test/cast.ts'
import { days, minutes } from '../../../test/clock.ts'
import { bringTo, pay as payAttempt } from '../../../test/stages.ts'
import { bookingForm, buildWorld, homeVisit, until } from '../../../test/world.ts'
import { cancelOrder, signatureOf } from '../orders/index.ts'
import { track } from './track.ts'

const world = await buildWorld()
const { parts } = world
let reference: string

const contact = '0803 000 0009'
const unknown = 'LB-0000-0000-0000-0000'

beforeAll(async () => {
  reference = await book()
})

beforeEach(() => world.clock.moveOn(16 * minutes))

async function book(changes = {}): Promise<string> {
  const asAda = await world.as(ada)
  const { data } = await asAda(addBooking, { body: bookingForm({ payment: 'link', ...changes }) })
  return data.orderReference
}

const ask = (body: { reference: string; contact: string } | { reference: string; signature: string }) =>
  world.nobody(trackOrder, { body })
const signature = (of: string) => signatureOf(world.parts.secret, of)

async function pay(order: string): Promise<void> {
  const { data } = await (await world.as(ada))(payOrder, { params: { reference: order }, body: {} })
  await payAttempt(world, data.reference)
}

describe('a reader who knows the order id and its patient', () => {
  test.each([
    ['0803 000 0009'],
    ['+234 803 000 0009'],
    ['2348030000009'],
    ['mama@cast.example'],
    ['  MAMA@Cast.Example '],
  ])('sees it with %j', async (typed) => {
    const { httpStatus, data } = await ask({ reference, contact: typed })
    expect([httpStatus, data.reference]).toEqual([200, reference])
  })

  test('can type the number with other capitals, spaces and dashes', async () => {
    for (const typed of [
      reference.toLowerCase(),
      reference.replaceAll('-', ' '),
      reference.replaceAll('-', ''),
    ])
      expect((await ask({ reference: typed, contact })).httpStatus).toBe(200)
  })

  test('sees the state, the place and the days, and of the patient only a first name', async () => {
    const visit = homeVisit(world.clock.now())
    const home = await book({ type: visit })
    const { data } = await ask({ reference: home, contact })
    expect(data).toEqual({
      reference: home,
      state: 'awaiting_payment',
      patientName: 'Mama O.',
      lab: 'Yaba Lab',
      location: 'Yaba Main',
      mode: 'sampleCollection',
      collectionDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      collectionTime: '08:00',
      createdAt: expect.any(String),
      paidAt: null,
      expiresAt: expect.any(String),
      collectedAt: null,
      receivedAt: null,
      readyAt: null,
      endedAt: null,
      resultHours: expect.any(Number),
      promised: null,
      progress: { next: 'pay', reached: [], samples: [] },
      sampleData: true,
    })
    expect(data.resultHours).toBeGreaterThan(0)
    const said = JSON.stringify(data)
    for (const secret of ['blood', 'Obi', 'mama@', '0009', 'Adeniyi', '1961', '10000', '16000'])
      expect(said).not.toContain(secret)
  })

  test('sees when each stage was reached, and when the order was cancelled', async () => {
    const walkIn = await book()
    await pay(walkIn)
    for (const stage of ['sample_collected', 'lab_processing'] as const) {
      world.clock.moveOn(10 * minutes)
      await bringTo(world, walkIn, stage)
    }
    const { data } = await ask({ reference: walkIn, contact })
    expect(data).toMatchObject({ state: 'lab_processing', readyAt: null, endedAt: null })
    expect(data.collectedAt !== null && data.receivedAt !== null && data.collectedAt < data.receivedAt).toBe(
      true,
    )

    const ended = await book()
    const [row] = await world.sql<{ id: number }[]>`select id from lab_order where reference = ${ended}`
    await world.parts.db
      .transaction()
      .execute((tx) => cancelOrder(tx, row?.id ?? 0, 'patient', 'Changed plans', world.clock.now()))
    const cancelled = await ask({ reference: ended, contact })
    expect(cancelled.data).toMatchObject({ state: 'cancelled', endedAt: expect.any(String) })
    expect(JSON.stringify(cancelled.data)).not.toContain('Changed plans')
  })
})

describe('a reader who does not', () => {
  test('gets the same answer for a wrong contact, an unknown number, a wrong link and the link of another order', async () => {
    const other = await book()
    const good = signature(reference)
    const answers = [
      await ask({ reference, contact: '0803 000 0001' }),
      await ask({ reference, contact: 'ada@cast.example' }),
      await ask({ reference, contact: 'mama' }),
      await ask({ reference: unknown, contact }),
      await ask({ reference: unknown, contact: 'mama@cast.example' }),
      await ask({ reference: 'not a number', contact }),
      await ask({ reference: unknown, signature: signature(unknown) }),
      await ask({ reference, signature: signature(other) }),
      await ask({ reference, signature: `${good.startsWith('A') ? 'B' : 'A'}${good.slice(1)}` }),
      await ask({ reference, signature: good.slice(0, -1) }),
      await ask({
        reference,
        signature: world.parts.secret.derive('payment link', reference).toString('base64url'),
      }),
    ]
    expect(answers[0]).toMatchObject({ httpStatus: 404, code: 'order_not_tracked', data: null })
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  test('causes the same database work with a wrong contact as with an unknown number', async () => {
    const statements: string[] = []
    const seen = world.parts.db.withPlugin({
      transformQuery: ({ node }) => {
        statements.push(node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const run = async (body: { reference: string; contact: string }) => {
      statements.length = 0
      await track({ ...parts, db: seen }, body, '198.51.100.7').catch(() => undefined)
      return [...statements]
    }
    const wrong = await run({ reference, contact: 'wrong@cast.example' })
    expect(wrong).toContain('InsertQueryNode')
    expect(await run({ reference: unknown, contact: 'wrong@cast.example' })).toEqual(wrong)
    expect(await run({ reference: '?', contact: '0803 000 0001' })).toEqual(wrong)
  })

  test('leaves neither number nor contact nor link in the log, nor in the try counters', async () => {
    await ask({ reference, contact: 'logged@cast.example' })
    const log = world.logged.join('')
    for (const words of [reference, 'logged@', signature(reference)]) expect(log).not.toContain(words)
    const tries = await world.sql<{ about: Buffer }[]>`select about from counted_try`
    for (const { about } of tries) expect(about.toString('latin1')).not.toMatch(/LB-|127\.0/)
  })
})

describe('wrong tries', () => {
  test('at one number are stopped after eight, across processes, and allowed again after a quarter of an hour', async () => {
    const order = await book()
    for (let i = 0; i < 8; i++)
      expect((await ask({ reference: order, contact: `0803 111 000${i}` })).httpStatus).toBe(404)
    expect(await ask({ reference: order, contact: '0803 111 0009' })).toMatchObject({
      httpStatus: 429,
      code: 'too_many',
    })
    expect((await ask({ reference: order.toLowerCase(), contact })).httpStatus).toBe(429)
    const elsewhere = track(parts, { reference: order, contact }, '198.51.100.7')
    await expect(elsewhere).rejects.toMatchObject({ code: 'too_many' })
    expect((await ask({ reference, contact })).httpStatus).toBe(200)
    world.clock.moveOn(15 * minutes)
    expect((await ask({ reference: order, contact })).httpStatus).toBe(200)
  })

  test('at an unknown number are stopped in the same way', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 10; i++) statuses.push((await ask({ reference: unknown, contact })).httpStatus)
    expect(statuses).toEqual([...Array.from({ length: 8 }, () => 404), 429, 429])
  })

  test('that come fifty at once count as eight', async () => {
    const order = await book()
    const tries = Array.from({ length: 50 }, (_, i) =>
      ask({ reference: order, contact: `0803 222 00${10 + i}` }),
    )
    const statuses = (await Promise.all(tries)).map((answer) => answer.httpStatus)
    // A busy machine may refuse some requests.
    const heard = statuses.filter((status) => status === 404).length
    expect(heard > 0 && heard <= 8).toBe(true)
    expect(statuses).not.toContain(200)
  })

  test('at many numbers from one network address are stopped after forty; IPv6 counts by network', async () => {
    const guess = (i: number, address: string) =>
      track(parts, { reference: `LB-0000-0000-0000-00${10 + i}`, contact }, address).then(
        () => 'found',
        (refused) => refused.code,
      )
    for (let i = 0; i < 40; i++) expect(await guess(i, `2001:db8:1:2::${i}`)).toBe('order_not_tracked')
    expect(await guess(41, '2001:db8:1:2:ffff::1')).toBe('too_many')
    expect(await guess(42, '2001:db8:1:3::1')).toBe('order_not_tracked')
  })

  test('are not counted if the answer was right', async () => {
    for (let i = 0; i < 45; i++) expect((await ask({ reference, contact })).httpStatus).toBe(200)
  })

  test('at its number do not block the link of the mail', async () => {
    const order = await book()
    for (let i = 0; i < 9; i++) await ask({ reference: order, contact: `0803 333 000${i}` })
    expect((await ask({ reference: order, contact })).httpStatus).toBe(429)
    expect((await ask({ reference: order, signature: signature(order) })).httpStatus).toBe(200)
  })
})

describe('the link of a mail', () => {
  test('comes behind the # in the receipt to an address confirmed as the patient’s, and opens that order', async () => {
    await world.work()
    // Who has shown that the address is theirs: another reads no link that opens more than it says.
    const mail = ada.email
    const order = await book({ payment: 'online', email: mail })
    const [row] = await world.sql<{ reference: string }[]>`
      select p.reference from payment p join lab_order o on o.id = p.order_id where o.reference = ${order}`
    await world.control('POST', `/transactions/${row?.reference}/succeed`, {})
    const find = async () => (await world.mailTo(mail)).find(({ text }) => text.includes(`/track#${order}`))
    await until('the receipt has come', async () => (await find()) !== undefined)
    const receipt = await find()
    const [, fragment = ''] = receipt?.text.match(/\/track#(\S+)/) ?? []
    const [of = '', sign = ''] = fragment.split('.')
    expect(of).toBe(order)
    expect((await ask({ reference: of, signature: sign })).data.state).toBe('scheduled')
    const others = await world.sql`
      select 1 from mailbox where text like '%/track#%' and recipient <> ${mail} and text like ${`%${order}%`}`
    expect(others).toEqual([])
  })

  test('works as long as the order continues, and for ninety days after its end', async () => {
    const order = await book()
    await pay(order)
    world.clock.moveOn(400 * days)
    expect((await ask({ reference: order, signature: signature(order) })).httpStatus).toBe(200)
    await bringTo(world, order, 'results_ready')
    world.clock.moveOn(89 * days)
    expect((await ask({ reference: order, signature: signature(order) })).httpStatus).toBe(200)
    world.clock.moveOn(2 * days)
    expect((await ask({ reference: order, signature: signature(order) })).httpStatus).toBe(404)
    expect((await ask({ reference: order, contact })).httpStatus).toBe(200)
  })
})
