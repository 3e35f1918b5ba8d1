import { consentVersion, provePatient } from '@labalaba/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ada, chidi, sola, sugar } from '../../../../test/cast.ts'
import { pay } from '../../../../test/stages.ts'
import { book, bookingForm, buildWorld, type Form, homeVisit } from '../../../../test/world.ts'
import { newestVisit } from '../../home-visits/repository.ts'
import { followOrder } from '../../home-visits/visits.ts'
import { lockOrder } from '../../orders/index.ts'
import { collectSpecimens, expectSpecimens, rejectSpecimen, type SpecimenRow } from '../../specimens/index.ts'
import { notificationJobs } from '../jobs.ts'

const world = await buildWorld()
const { sql, db, clock } = world
const renderer = { render: async () => new Uint8Array([1]), close: async () => undefined }
const jobs = notificationJobs({ ...world.parts, renderer })
const dob = '1990-05-06'

beforeAll(async () => {
  await sql`update lab_location set visit_places = 100`
})
beforeEach(async () => {
  await sql`delete from mailbox`
})

/** A paid home visit that Ada booked, with an opened visit, before any mail of it. */
async function visited(changes: Partial<Form>) {
  const consent = { as: 'permission', version: consentVersion } as const
  const form = bookingForm({
    ...{ test: [{ ...sugar }], dob, type: homeVisit(clock.now()) },
    ...{ person: 'other', consent },
    ...changes,
  })
  const { order, payment } = await book(await world.as(ada), form)
  await pay(world, payment)
  const [row] = await sql<{ id: number }[]>`select id::int from lab_order where reference = ${order}`
  const orderId = row?.id ?? expect.unreachable()
  await db.transaction().execute((tx) => followOrder(tx, orderId, clock.now()))
  const visit = (await newestVisit(db, orderId)) ?? expect.unreachable()
  return { order, orderId, visitId: visit.id, day: visit.visit_on }
}

/** Chidi has shown that his address is the patient's. */
async function ofChidi() {
  const visit = await visited({ email: chidi.email })
  const asked = { params: { reference: visit.order }, body: { answer: dob } }
  expect((await (await world.as(chidi))(provePatient, asked)).httpStatus).toBe(200)
  return visit
}

/**
 * Ada’s own order, with her address as older bookings store it: in the capitals that she typed. No call changes
 * it today.
 */
async function inCapitals() {
  const visit = await visited({ email: ada.email, person: 'self', consent: undefined })
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update lab_order set patient_email = ${ada.email.toUpperCase()} where id = ${visit.orderId}`
  })
  return visit
}

const job = (name: string, payload: object) => (jobs[name] ?? expect.unreachable())({ ...payload })
const onlyMailTo = async (to: string) => {
  const [mail, ...more] = await world.mailTo(to)
  expect(more).toEqual([])
  return mail ?? expect.unreachable(`nothing went to ${to}`)
}

type Visited = Awaited<ReturnType<typeof visited>>
const missed = ({ visitId }: Visited) => job('mail-visit-missed', { visitId, noticeKey: `${visitId}:1` })
/** The lab is closed on that day, as long as the notice is on its way. */
async function closed({ orderId, day }: Visited): Promise<void> {
  const ofOrder = sql`id = (select location_id from lab_order where id = ${orderId})`
  const [was] = await sql<
    { hours: string }[]
  >`select opening_hours as hours from lab_location where ${ofOrder}`
  await sql`update lab_location set opening_hours = 'Mon-Sun 00:00-00:30' where ${ofOrder}`
  await job('mail-day-closed', { orderId, day, noticeKey: `${orderId}:${day}` })
  await sql`update lab_location set opening_hours = ${was?.hours ?? ''} where ${ofOrder}`
}

/** A phlebotomist is on the way while the notice is sent. */
async function onTheWay({ visitId }: Visited): Promise<void> {
  const [was] = await sql`select state, staff_id from collection where id = ${visitId}`
  await sql`update collection set state = 'on_the_way',
    staff_id = (select id from staff_member where type = 'phlebotomist') where id = ${visitId}`
  await job('mail-on-the-way', { visitId, noticeKey: `${visitId}:1` })
  await sql`update collection set state = ${was?.state}, staff_id = ${was?.staff_id} where id = ${visitId}`
}

/** One sample was taken at the visit and the other could not be, as long as the notice is on its way. */
async function leftOut({ visitId, orderId }: Visited): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await expectSpecimens(tx, await lockOrder(tx, orderId), clock.now())
  })
  await sql`insert into visit_sample (collection_id, order_id, specimen_id, reason, at)
    select ${visitId}, order_id, id, 'no_vein', now() from specimen where order_id = ${orderId}`
  await job('mail-specimens-missed', { visitId })
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`delete from visit_sample where collection_id = ${visitId}`
  })
}

/** The lab takes all that is to be taken, and cannot use the first. */
async function rejected({ orderId }: Pick<Visited, 'orderId'>): Promise<SpecimenRow> {
  const [account] = await sql<{ id: number }[]>`select id::int from account where email = ${sola.email}`
  const by = { actor: 'lab', accountId: account?.id ?? 0, at: clock.now() } as const
  return await db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const [first] = await expectSpecimens(tx, order, by.at)
    const taken = await collectSpecimens(tx, order, { accessions: 'all', ...by })
    const { accession } = first ?? expect.unreachable()
    await rejectSpecimen(tx, taken, { accession, reason: 'clotted', note: null, ...by })
    return first ?? expect.unreachable()
  })
}

describe.each([
  ['a visit that was missed', missed],
  ['a day on which the lab is closed', closed],
] as const)('of %s', (_, notify) => {
  test('the booker is always notified, and chooses; the patient tracks, also at a proven address', async () => {
    const visit = await ofChidi()
    await sql`delete from mailbox`
    for (let turn = 0; turn < 2; turn += 1) await notify(visit)
    const [patient, booker] = [await onlyMailTo(chidi.email), await onlyMailTo(ada.email)]
    expect(booker.text).toContain(`/orders/${visit.order}`)
    expect(booker.text).toContain('Choose another day')
    expect(patient.text).toContain(`/track#${visit.order}`)
    expect(patient.text).not.toContain(`/orders/${visit.order}`)
    expect(patient.text).not.toContain('Choose another day')
    expect(booker.text).not.toContain('/track#')
  })

  test('a booker who is the patient is notified once, whatever the case of their address', async () => {
    const visit = await inCapitals()
    await notify(visit)
    const mails = await sql<{ text: string }[]>`
      select text from mailbox where lower(recipient) = ${ada.email}`
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(`/orders/${visit.order}`)
  })

  test('an unconfirmed address gets the quiet letter, and the booker the full one', async () => {
    const visit = await visited({ email: 'mistyped@cast.example' })
    await notify(visit)
    expect((await onlyMailTo('mistyped@cast.example')).text).not.toContain('Yaba Lab')
    expect((await onlyMailTo(ada.email)).text).toContain(`/orders/${visit.order}`)
  })
})

describe('a phlebotomist on the way', () => {
  test('sends the patient a link to the page they can open, and a booker who is the patient to their own', async () => {
    const theirs = await ofChidi()
    const own = await visited({ email: ada.email, person: 'self', consent: undefined })
    await sql`delete from mailbox`
    for (const visit of [theirs, own]) await onTheWay(visit)
    const [patient, booker] = [await onlyMailTo(chidi.email), await onlyMailTo(ada.email)]
    expect(patient.text).toMatch(/\d{6}/)
    expect(patient.text).toContain(`/track#${theirs.order}`)
    expect(patient.text).not.toContain('/orders/')
    expect(booker.text).toContain(`/orders/${own.order}`)
  })
})

describe('samples missed at a visit', () => {
  test('are reported to the booker and to the patient, each with their own page, and once', async () => {
    const visit = await ofChidi()
    await sql`delete from mailbox`
    for (let turn = 0; turn < 2; turn += 1) await leftOut(visit)
    const [patient, booker] = [await onlyMailTo(chidi.email), await onlyMailTo(ada.email)]
    expect(booker.text).toContain(`/orders/${visit.order}`)
    expect(booker.text).toContain(
      'If you do not want to give these samples any more, say so on the page of your booking',
    )
    expect(patient.text).toContain(`/track#${visit.order}`)
    expect(patient.text).toContain('We ask the person who booked to choose another time')
    expect(patient.text).not.toContain('/orders/')
  })
})

describe('a sample that cannot be used', () => {
  test('is reported once to a booker who is the patient, whatever the case of their address', async () => {
    const visit = await inCapitals()
    const { id: specimenId } = await rejected(visit)
    await job('mail-sample-rejected', { specimenId })
    const mails = await sql<{ text: string }[]>`
      select text from mailbox where lower(recipient) = ${ada.email}`
    expect(mails).toHaveLength(1)
  })

  test('is taken again at another free visit or at the lab, if it was taken at home', async () => {
    const visit = await ofChidi()
    await sql`delete from mailbox`
    const { id: specimenId } = await rejected(visit)
    await job('mail-sample-rejected', { specimenId })
    const [patient, booker] = [await onlyMailTo(chidi.email), await onlyMailTo(ada.email)]
    expect(booker.text).toContain('Choose a time for another home visit')
    expect(booker.text).toContain('Or come to Yaba Main')
    expect(patient.text).toContain('The person who booked can choose a time for another home visit')
    expect(patient.text).toContain(`/track#${visit.order}`)
  })

  test('is taken again at the lab, if the patient walked in', async () => {
    const form = bookingForm({ test: [{ ...sugar }], dob, email: ada.email })
    const { order, payment } = await book(await world.as(ada), form)
    await pay(world, payment)
    await sql`delete from mailbox`
    const [row] = await sql<{ id: number }[]>`select id::int from lab_order where reference = ${order}`
    const { id: specimenId } = await rejected({ orderId: row?.id ?? 0 })
    await job('mail-sample-rejected', { specimenId })
    const mail = await onlyMailTo(ada.email)
    expect(mail.text).toContain('Please come to Yaba Main')
    expect(mail.text).not.toContain('home visit')
  })
})
