import { addBooking, consentVersion } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { usualUseLimits } from '../src/infra/http/use-limits.ts'
import { allowanceOf, placeOrder, unpaidLife } from '../src/modules/orders/index.ts'
import { ada } from './cast.ts'
import { bookingForm, buildWorld, type Form } from './world.ts'

const permission = { as: 'permission', version: consentVersion } as const
const allowance = allowanceOf({ isVerifiedDoctor: false }, usualUseLimits)
const world = await buildWorld()
const asAda = await world.as(ada)

/** Places a booking in a transaction that stays open until it is released. */
async function placeSlowly(form: Form) {
  const [account] = await world.sql<{ id: number }[]>`select id::int from account where email = ${ada.email}`
  const actor = { accountId: account?.id ?? 0, type: 'user' } as Parameters<typeof placeOrder>[1]
  const placed = Promise.withResolvers<string>()
  const ending = Promise.withResolvers<void>()
  const ended = world.db.transaction().execute(async (tx) => {
    const how = { now: world.clock.now(), waits: unpaidLife, allowance }
    const { order } = await placeOrder(tx, actor, addBooking.body.parse(form), how)
    placed.resolve(order.reference)
    await ending.promise
  })
  const end = async () => {
    ending.resolve()
    await ended
  }
  return { reference: await placed.promise, end }
}

/** Until another transaction waits for a lock. */
async function oneWaits(): Promise<void> {
  await expect
    .poll(
      async () =>
        await world.sql`select from pg_stat_activity where wait_event_type = 'Lock'
      and datname = current_database()`,
    )
    .toHaveLength(1)
}

test.each(['link', 'online'] as const)(
  'a booking sent twice at once, to be paid by %s, returns the order of the first',
  async (payment) => {
    const form = bookingForm({ payment })
    const first = await placeSlowly(form)
    const second = asAda(addBooking, { body: form })
    await oneWaits()
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
  await oneWaits()
  await first.end()
  expect((await second).code).toBe('reference_reused')
  const links = await world.sql`select from payment_link join lab_order on lab_order.id = order_id
    where client_reference = ${form.reference}`
  expect(links).toHaveLength(0)
})

test('a booking refused as the second one saves no person', async () => {
  const form = bookingForm({ payment: 'link' })
  const first = await placeSlowly(form)
  const said = { person: 'other', keep: 'sibling', dob: '2001-02-03', consent: permission } as const
  const other = { ...form, name: 'Somebody Else', ...said }
  const second = asAda(addBooking, { body: other })
  await oneWaits()
  await first.end()
  expect((await second).code).toBe('reference_reused')
  expect(await world.sql`select from person`).toHaveLength(0)
})

test('a lab that opens while a booking waits is locked like any other', async () => {
  const form = bookingForm()
  const locked = () => world.sql`select from pg_locks where locktype = 'advisory' and mode = 'ShareLock'
    and database = (select oid from pg_database where datname = current_database())`
  await world.sql`update lab set active = false where slug = ${form.lab?.labReference ?? ''}`
  let placing: ReturnType<typeof placeSlowly> | undefined
  await world.sql.begin(async (other) => {
    await other`select from account where email = ${ada.email} for update`
    placing = placeSlowly(form)
    await oneWaits()
    await world.sql`update lab set active = true where slug = ${form.lab?.labReference ?? ''}`
  })
  const placed = await placing
  expect(await locked()).toHaveLength(1)
  await placed?.end()
  expect(await locked()).toHaveLength(0)
})

test('a booking already placed is returned even while its location is being paused', async () => {
  const form = bookingForm({ payment: 'link' })
  const { data } = await asAda(addBooking, { body: form })
  await world.sql.begin(async (pausing) => {
    await pausing`select pg_advisory_xact_lock(hashtextextended('places of location ' || id, 0)) from lab_location`
    expect(await asAda(addBooking, { body: form })).toMatchObject({ httpStatus: 200, data })
  })
})
