import {
  addBooking,
  lagosDate,
  listLabLocations,
  listLabs,
  listLabTests,
  listOrders,
  readLab,
  readOrder,
  searchTests,
} from '@labalaba/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { recountMarkets } from '../src/modules/catalogue/index.ts'
import { ada, yaba } from './cast.ts'
import { bringTo, pay } from './stages.ts'
import { book, bookingForm, buildWorld, type Caller, type Form, homeVisit } from './world.ts'

/**
 * Each statement is a round trip to the database, and most of what a call costs. These are upper limits, with
 * the statements that begin and end transactions and the one that reads the session.
 */
const sent: string[] = []
const world = await buildWorld({ onStatement: (sql) => void sent.push(sql) })
let asAda: Caller
beforeAll(async () => {
  asAda = await world.as(ada)
  await recountMarkets(world.db, lagosDate(world.clock.now()))
})

/** The statements of a call, with warm caches. */
async function sentBy(act: () => Promise<{ readonly httpStatus: number }>): Promise<string[]> {
  for (const _ of ['first', 'again']) {
    sent.length = 0
    expect((await act()).httpStatus).toBe(200)
  }
  return sent.map((sql) => sql.replace(/\s+/g, ' ').trim().slice(0, 120))
}

async function expectAtMost(most: number, act: () => Promise<{ readonly httpStatus: number }>) {
  const statements = await sentBy(act)
  expect(statements.length).toBeGreaterThan(0)
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(most)
}

describe('a list costs no more statements than', () => {
  test('two for labs', () => expectAtMost(2, () => asAda(listLabs, { query: { page: '1', limit: '2' } })))
  test('two for labs found by a name', () =>
    expectAtMost(2, () => asAda(listLabs, { query: { q: 'lab', limit: '1' } })))
  test('two for a lab', () => expectAtMost(2, () => asAda(readLab, { params: { lab: yaba.slug } })))
  test('two for the tests of a lab', () =>
    expectAtMost(2, () => asAda(listLabTests, { query: { lab: yaba.slug } })))
  test('four for its locations', () =>
    expectAtMost(4, () => asAda(listLabLocations, { query: { id: yaba.slug } })))
  test('three for tests', () => expectAtMost(3, () => asAda(searchTests, { query: { limit: '2' } })))
  test('three for a search of tests', () =>
    expectAtMost(3, () => asAda(searchTests, { query: { q: 'blood' } })))
  test('two for orders', async () => {
    for (const _ of [1, 2, 3]) await book(asAda)
    await expectAtMost(2, () => asAda(listOrders, { query: { limit: '2' } }))
  })
})

test('the facts of tests are read once for all callers after a change', async () => {
  await asAda(listLabTests, { query: { lab: yaba.slug } })
  await world.sql`update test set summary = summary || ' '`
  sent.length = 0
  const lists = [1, 2, 3, 4, 5, 6, 7, 8].map(() => asAda(listLabTests, { query: { lab: yaba.slug } }))
  for (const { httpStatus } of await Promise.all(lists)) expect(httpStatus).toBe(200)
  expect(sent.filter((sql) => sql.includes('facts.name_folded'))).toHaveLength(1)
})

describe('the page of an order costs no more statements than', () => {
  const read = (reference: string) => () => asAda(readOrder, { params: { reference } })

  test('six while it is unpaid', async () => {
    await expectAtMost(6, read((await book(asAda)).order))
  })

  test('eight from its payment to its results', async () => {
    const { order, payment } = await book(asAda)
    await pay(world, payment)
    await expectAtMost(8, read(order))
    for (const stage of ['sample_collected', 'lab_processing', 'results_ready'] as const) {
      await bringTo(world, order, stage)
      await expectAtMost(8, read(order))
    }
  })

  test('three more with a home visit', async () => {
    const { order, payment } = await book(asAda, bookingForm({ type: homeVisit(world.clock.now()) }))
    await expectAtMost(7, read(order))
    await pay(world, payment)
    await expectAtMost(11, read(order))
  })
})

// Three of each enforce the limits of an account: its bookings of the hour, its lock, and its open orders under it.
describe('a booking costs no more statements than', () => {
  const bookWith = (changes: Partial<Form>) => () => asAda(addBooking, { body: bookingForm(changes) })

  test('eleven with a link', () => expectAtMost(11, bookWith({ payment: 'link' })))

  // Four of them enforce the limits of holds: the booker, the lock, their holds, and what is unsold.
  test('thirty-six with a link and a home visit', () =>
    expectAtMost(36, bookWith({ payment: 'link', type: homeVisit(world.clock.now()) })))

  test('and queues its link and the commit behind the order, and nothing between', async () => {
    const statements = await sentBy(bookWith({ payment: 'link' }))
    const last = statements.slice(-3).map((sql) => /lab_order|payment_link|commit/.exec(sql)?.[0])
    expect(last).toEqual(['lab_order', 'payment_link', 'commit'])
  })

  test('fourteen with a checkout', () => expectAtMost(14, bookWith({})))
})
