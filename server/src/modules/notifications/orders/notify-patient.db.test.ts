import { consentVersion, provePatient } from '@labalaba/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { ada, chidi, drBello, sugar, yaba } from '../../../../test/cast.ts'
import { pay } from '../../../../test/stages.ts'
import { book, bookingForm, buildWorld, type Form, homeVisit } from '../../../../test/world.ts'
import { notificationJobs } from '../jobs.ts'

const world = await buildWorld()
const { sql } = world
const renderer = { render: async () => new Uint8Array([1]), close: async () => undefined }
const jobs = notificationJobs({ ...world.parts, renderer })
const dob = '1990-05-06'
const consent = { as: 'permission', version: consentVersion } as const

beforeEach(async () => {
  await sql`delete from mailbox`
})

/** A paid booking, and the mails of its payment that have gone. */
async function paid(person: typeof ada | typeof drBello, changes: Partial<Form>) {
  const form = bookingForm({ test: [{ ...sugar }], dob, ...changes })
  const { order, payment } = await book(await world.as(person), form)
  await pay(world, payment)
  const [row] = await sql<{ id: number; order_id: number }[]>`
    select id, order_id from payment where reference = ${payment}`
  const notify = async () => await jobs['mail-patient']?.({ paymentId: row?.id })
  await notify()
  return { order, orderId: row?.order_id ?? expect.unreachable(), notify }
}
const newest = async (to: string) => (await world.mailTo(to)).at(-1)

describe('an address that is not confirmed to be the patient’s', () => {
  test('gets the time, the order id and the hours of fasting; the booker gets the full letter, each once', async () => {
    const { order, notify } = await paid(ada, {
      email: 'mistyped@cast.example',
      type: homeVisit(world.clock.now()),
    })
    await notify()
    const [mail, ...more] = await world.mailTo('mistyped@cast.example')
    expect(more).toEqual([])
    expect(mail?.text).toContain(order)
    expect(mail?.text).toMatch(/Fast for \d+ hours before\./)
    for (const told of [sugar.name, yaba.name, 'Mama', 'Adeniyi', '3,000'])
      expect(`${mail?.text}${mail?.html}`).not.toContain(told)
    const [own, ...others] = await world.mailTo(ada.email)
    expect(others).toEqual([])
    for (const told of [sugar.name, yaba.name, 'The booking for Mama Obi is confirmed.'])
      expect(own?.text).toContain(told)
  })

  test('is also one that a doctor typed, and no result mail names the lab', async () => {
    const { orderId } = await paid(drBello, { email: chidi.email })
    expect((await newest(chidi.email))?.text).not.toContain(sugar.name)
    expect((await newest(drBello.email))?.text).toContain(sugar.name)
    await jobs['mail-result-ready']?.({ orderId })
    expect((await newest(chidi.email))?.subject).toBe('Your result is ready')
    expect((await newest(chidi.email))?.text).not.toContain(yaba.name)
    expect(await world.mailTo(drBello.email)).toHaveLength(1)
  })

  test('gets everything once its owner has proven to know the patient, for whom the same account booked', async () => {
    const first = await paid(ada, { email: chidi.email, person: 'other', consent })
    const asked = { params: { reference: first.order }, body: { answer: dob } }
    const { httpStatus } = await (await world.as(chidi))(provePatient, asked)
    expect(httpStatus).toBe(200)
    await paid(ada, { email: chidi.email, person: 'other', consent })
    expect((await newest(chidi.email))?.text).toContain(sugar.name)
    expect(await world.mailTo(ada.email)).toHaveLength(1)
    // Who else types that address may have mistyped it.
    await paid(drBello, { email: chidi.email })
    expect((await newest(chidi.email))?.text).not.toContain(sugar.name)
  })
})

test('the confirmed address of the booker gets the full letter', async () => {
  await paid(ada, { email: ada.email.toUpperCase() })
  expect((await world.mailTo(ada.email.toUpperCase()))[0]?.text ?? (await newest(ada.email))?.text).toContain(
    sugar.name,
  )
})
