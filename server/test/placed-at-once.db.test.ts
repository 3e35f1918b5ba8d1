import { addBooking } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { placeOrder, unpaidLife } from '../src/booking/index.ts'
import { ada } from './cast.ts'
import { bookingForm, buildWorld, type Form } from './world.ts'

const world = await buildWorld()
const asAda = await world.as(ada)

/** Places a booking in a transaction that stays open until it is told to end. */
async function placeSlowly(form: Form) {
  const [account] = await world.sql<{ id: number }[]>`select id::int from account where email = ${ada.email}`
  const viewer = { accountId: account?.id ?? 0, type: 'user' } as Parameters<typeof placeOrder>[1]
  const placed = Promise.withResolvers<string>()
  const ending = Promise.withResolvers<void>()
  const ended = world.db.transaction().execute(async (tx) => {
    const how = { now: world.clock.now(), waits: unpaidLife, beside: async () => null }
    const hear = await placeOrder(tx, viewer, addBooking.body.parse(form), how)
    placed.resolve((await hear(tx)).order.reference)
    await ending.promise
  })
  return { reference: await placed.promise, end: async () => (ending.resolve(), await ended) }
}

test.each(['link', 'online'] as const)(
  'whoever sends a booking twice at once is answered the order of the first, to be paid by %s',
  async (payment) => {
    const form = bookingForm({ payment })
    const first = await placeSlowly(form)
    const second = asAda(addBooking, { body: form })
    await expect
      .poll(async () => await world.sql`select from pg_stat_activity where wait_event_type = 'Lock'`)
      .toHaveLength(1)
    await first.end()
    const { httpStatus, data } = await second
    expect(httpStatus).toBe(200)
    expect(data).toMatchObject({ orderReference: first.reference })
    expect(await asAda(addBooking, { body: form })).toMatchObject({ data })
    const made = await world.sql`select from lab_order where client_reference = ${form.reference}`
    expect(made).toHaveLength(1)
  },
)

test('another booking with the reference of one that is being placed is refused, and makes no link', async () => {
  const form = bookingForm({ payment: 'link' })
  const first = await placeSlowly(form)
  const second = asAda(addBooking, { body: { ...form, name: 'Somebody Else' } })
  await expect
    .poll(async () => await world.sql`select from pg_stat_activity where wait_event_type = 'Lock'`)
    .toHaveLength(1)
  await first.end()
  expect((await second).code).toBe('reference_reused')
  const links = await world.sql`select from payment_link join lab_order on lab_order.id = order_id
    where client_reference = ${form.reference}`
  expect(links).toHaveLength(0)
})
