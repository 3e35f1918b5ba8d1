import { randomUUID } from 'node:crypto'
import {
  assignVisit,
  type BodySent,
  cancelOrderFor,
  largestPhoto,
  listHandovers,
  listVisits,
  longestPhotoSide,
  readLabOrder,
  readRound,
  readVisit,
  readVisitPhoto,
  sendVisitPhoto,
  syncVisits,
  type VisitActSent,
} from '@labalaba/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { ada, castPassword, chidi, drBello, femi, ikeja, ops, sola, yaba } from '../../../../test/cast.ts'
import { hireToken } from '../../../../test/lab-staff.ts'
import { jpegOf, whereabouts } from '../../../../test/pictures.ts'
import { bringTo, pay } from '../../../../test/stages.ts'
import { book, bookingForm, buildWorld, type Caller, callerOf, homeVisit } from '../../../../test/world.ts'
import { rewritePicture } from '../../../infra/file-rewriting/picture.ts'
import { createVerifiedAccount } from '../../accounts/index.ts'
import { doorCode } from '../door-code.ts'
import { newestVisit } from '../repository.ts'
import { followOrder } from '../visits.ts'
import { tidyPhotos } from './photos.ts'
import { forgetPhotosOf } from './repository.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour
const world = await buildWorld()
const { db, clock, sql } = world
const tunde = { email: 'tunde@photos.example', name: 'Tunde Bakare', type: 'phlebotomist' } as const
let asAda: Caller
let asOps: Caller
let asFemi: Caller
let asSola: Caller

await createVerifiedAccount(db, world.parts, {
  ...tunde,
  phone: '2348030000078',
  password: castPassword,
  address: 'Yaba, Lagos',
})

async function signInCast(): Promise<void> {
  asAda = await world.as(ada)
  asOps = await world.as(ops)
  asFemi = await world.as(femi)
  asSola = await world.as(sola)
}
beforeEach(signInCast)

/** What is stored of a phone’s picture. */
const drawn = Buffer.from(
  (await rewritePicture(jpegOf(), { bytes: largestPhoto, side: longestPhotoSide }))?.image ??
    expect.unreachable(),
)

type Visit = Awaited<ReturnType<typeof assigned>>
type Stage = 'assigned' | 'set_off' | 'arrived' | 'collected' | 'delivered'

/** A paid home visit assigned to Femi, at its time. */
async function assigned(caller: Caller = asAda) {
  const booked = await book(caller, bookingForm({ type: homeVisit(clock.now()) }))
  await pay(world, booked.payment)
  const [row] = await sql<{ id: number }[]>`select id::int from lab_order where reference = ${booked.order}`
  const order = row?.id ?? 0
  await db.transaction().execute((tx) => followOrder(tx, order, clock.now()))
  const labels = await sql<
    { accession: string }[]
  >`select accession from specimen where order_id = ${order} order by 1`
  const { id, staff_id, visit_on: on } = (await newestVisit(db, order)) ?? expect.unreachable()
  const staff = await staffOf(femi.email)
  clock.moveOn(new Date(`${on}T07:30:00+01:00`).getTime() - clock.now().getTime())
  await signInCast()
  if (staff_id !== staff) await give(id, staff)
  return { id, order, reference: booked.order, labels: labels.map(({ accession }) => accession) }
}

async function staffOf(email: string): Promise<string> {
  const [member] = await sql<{ id: string }[]>`select id from staff_member where email = ${email}`
  return member?.id ?? ''
}
const give = (id: string, phlebotomist: string) =>
  asOps(assignVisit, { params: { id }, body: { phlebotomist, reason: 'by hand' } })

const newest = async ({ order }: { order: number }) => (await newestVisit(db, order)) ?? expect.unreachable()

type Done = Partial<VisitActSent> & { readonly verb: VisitActSent['verb'] }
async function act(visit: Visit, done: Done): Promise<void> {
  const { id, round } = await newest(visit)
  const sent = { id: randomUUID(), visit: id, round, at: clock.now().toISOString(), ...done } as VisitActSent
  const { data } = await asFemi(syncVisits, { body: { acts: [sent] } })
  expect(data.outcomes).toMatchObject([{ isDone: true }])
}

async function visitAt(stage: Stage, caller?: Caller): Promise<Visit> {
  const visit = await assigned(caller)
  if (stage === 'assigned') return visit
  await act(visit, { verb: 'set_off' })
  if (stage === 'set_off') return visit
  await act(visit, { verb: 'arrive', code: doorCode(world.parts.secret, await newest(visit)) })
  if (stage !== 'arrived') await act(visit, { verb: 'collect', isPatient: true, accessions: visit.labels })
  if (stage === 'delivered') await act(visit, { verb: 'deliver', count: visit.labels.length })
  return visit
}

type Photo = Partial<BodySent<typeof sendVisitPhoto>>

/** Sends a photo; returns `kept`, or why not. A busy machine may refuse some, which are sent again. */
async function send(visit: Visit, photo: Photo = {}, by: Caller = asFemi): Promise<string> {
  const { round } = await newest(visit)
  const body = {
    id: randomUUID(),
    round,
    at: clock.now().toISOString(),
    agreed: true as const,
    image: jpegOf().toString('base64'),
    ...photo,
  }
  const answer = await by(sendVisitPhoto, { params: { visit: visit.id }, body })
  if (answer.code === 'busy') return await send(visit, photo, by)
  return answer.httpStatus === 200 ? 'kept' : (answer.code ?? String(answer.httpStatus))
}

/** The stored photos of a visit, with their pictures as the product reads them. */
async function kept(visit: Visit) {
  const rows = await sql<
    { id: string; place: number; file: string | null; taken_at: Date; forgotten_at: Date | null }[]
  >`select id, place, file_id as file, taken_at, forgotten_at from visit_photo
    where collection_id = ${visit.id} order by place`
  return await Promise.all(
    rows.map(async ({ file, ...row }) => ({
      ...row,
      image: file && (await world.parts.files.read(db, file)),
    })),
  )
}
const chain = async (visit: Visit) =>
  (
    await sql<{ role: string; what: string }[]>`select role, what from audit_entry
      where order_id = ${visit.order} and what like 'photo%' order by number`
  ).map(({ role, what }) => `${role} ${what}`)

async function look(visit: Visit, photo: string, token: string | null) {
  const path = readVisitPhoto.path.replace(':visit', visit.id).replace(':photo', photo)
  const headers = token === null ? {} : { authorization: `Bearer ${token}` }
  return await fetch(`${world.publicUrl}${path}`, { headers })
}

describe('a photo of the tubes', () => {
  test('is stored from the arrival at the door until a day after the reported handover', async () => {
    for (const [stage, outcome] of [
      ['assigned', 'wrong_state'],
      ['set_off', 'wrong_state'],
      ['arrived', 'kept'],
      ['collected', 'kept'],
      ['delivered', 'kept'],
    ] as const) {
      const visit = await visitAt(stage)
      expect([stage, await send(visit)]).toEqual([stage, outcome])
      expect(await kept(visit)).toHaveLength(outcome === 'kept' ? 1 : 0)
    }
    const visit = await visitAt('collected')
    await act(visit, {
      verb: 'deliver',
      count: 2,
      at: new Date(clock.now().getTime() - 3 * day).toISOString(),
    })
    clock.moveOn(day - 60_000)
    await signInCast()
    expect(await send(visit)).toBe('kept')
    clock.moveOn(120_000)
    expect(await send(visit)).toBe('wrong_state')
  })

  test('is refused for a visit that took nothing, was moved, or was cancelled', async () => {
    const missed = await visitAt('arrived')
    await act(missed, { verb: 'miss', reason: 'declined' })
    expect(await send(missed)).toBe('wrong_state')
    const moved = await visitAt('arrived')
    expect(await send(moved, { round: (await newest(moved)).round - 1 })).toBe('visit_changed')
    const cancelled = await visitAt('arrived')
    const params = { reference: cancelled.reference }
    const body = { onBehalfOf: 'labalaba', reason: 'by hand' } as const
    expect((await asOps(cancelOrderFor, { params, body })).httpStatus).toBe(200)
    expect(await send(cancelled)).toBe('visit_changed')
  })

  test('contains only the picture, without the phone’s metadata, and other files are refused', async () => {
    const visit = await visitAt('arrived')
    const dirty = jpegOf({ before: [whereabouts], behind: Buffer.from('more') })
    expect(await send(visit, { image: dirty.toString('base64') })).toBe('kept')
    expect((await kept(visit))[0]?.image).toEqual(drawn)
    expect(await send(visit, { image: Buffer.from('<svg/>').toString('base64') })).toBe('photo_refused')
    expect(await send(visit, { image: 'A'.repeat(262_148) })).toBe('invalid')
    expect(await send(visit, { agreed: false as unknown as true })).toBe('invalid')
    expect(await kept(visit)).toHaveLength(1)
  })

  test('is stored once however often it is sent, also twenty times at once, and is one entry of the chain', async () => {
    const visit = await visitAt('arrived')
    const id = randomUUID()
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => send(visit, { id })))
    expect(new Set(outcomes)).toEqual(new Set(['kept']))
    expect(await kept(visit)).toMatchObject([{ id, place: 1 }])
    expect(await chain(visit)).toEqual(['phlebotomist photo_taken'])
    // It is the same photo also once the visit is over.
    await act(visit, { verb: 'miss', reason: 'declined' })
    expect(await send(visit, { id })).toBe('kept')
    expect(await send(visit, { id, image: jpegOf({}, 1).toString('base64') })).toBe('reference_reused')
    const other = await visitAt('arrived')
    expect(await send(other, { id })).toBe('reference_reused')
    expect(await send(visit, { id }, await world.as(tunde))).toBe('not_found')
    expect(await kept(other)).toEqual([])
  }, 120_000)

  test('is one of three at most, also when twenty are sent at once', async () => {
    const visit = await visitAt('collected')
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => send(visit)))
    expect(outcomes.toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 'kept'),
      ...Array.from({ length: 17 }, () => 'many_photos'),
    ])
    expect((await kept(visit)).map(({ place }) => place)).toEqual([1, 2, 3])
    // Each photo is read by a process of its own, one after another.
  }, 120_000)

  test('has the phone’s time, but never one before the door was opened, or later than the server’s', async () => {
    const visit = await visitAt('arrived')
    const at = (moment: Date) => ({ at: moment.toISOString() })
    const door = (await newest(visit)).arrived_at ?? expect.unreachable()
    await send(visit, at(new Date(door.getTime() - hour)))
    await send(visit, at(new Date(clock.now().getTime() + hour)))
    const [before, ahead] = await kept(visit)
    expect(before?.taken_at).toEqual(door)
    expect(ahead?.taken_at.getTime()).toBeLessThanOrEqual(clock.now().getTime())
  })

  test('can be sent only by the phlebotomist of the visit', async () => {
    const visit = await visitAt('arrived')
    for (const person of [tunde, ada, drBello, sola, ops])
      expect([person.email, await send(visit, {}, await world.as(person))]).toEqual([
        person.email,
        'not_found',
      ])
    expect(await send({ ...visit, id: randomUUID() })).toBe('not_found')
    expect(await kept(visit)).toEqual([])
  })
})

describe('who sees a photo of the tubes', () => {
  test('is the receiving member, operators, and its phlebotomist on that day; each view is recorded', async () => {
    const visit = await visitAt('delivered')
    const id = randomUUID()
    await send(visit, { id })
    const main = (...duties: ('desk' | 'scientist' | 'verifier' | 'manager')[]) =>
      hireToken(world, yaba.slug, duties)
    const everything = ['desk', 'scientist', 'verifier', 'manager'] as const
    const tokens: readonly [who: string, token: string | null, status: number][] = [
      ['nobody', null, 401],
      ['the phlebotomist', await world.tokenOf(femi), 200],
      ['another phlebotomist', await world.tokenOf(tunde), 404],
      ['the patient', await world.tokenOf(ada), 404],
      ['a stranger', await world.tokenOf(chidi), 404],
      ['a doctor', await world.tokenOf(drBello), 404],
      ['the desk', await main('desk'), 200],
      ['a scientist', await main('scientist'), 200],
      ['a verifier', await main('verifier'), 404],
      ['a manager', await main('manager'), 404],
      ['elsewhere in the lab', await hireToken(world, yaba.slug, [...everything], [yaba.annex]), 404],
      ['another lab', await hireToken(world, ikeja.slug, [...everything]), 404],
      ['an operator', await world.tokenOf(ops), 200],
    ]
    for (const [who, token, status] of tokens) {
      const answer = await look(visit, id, token)
      expect([who, answer.status]).toEqual([who, status])
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(bytes.includes(drawn)).toBe(status === 200)
    }
    const looked = ['lab photo_seen', 'lab photo_seen', 'operator photo_seen']
    expect(await chain(visit)).toEqual(['phlebotomist photo_taken', ...looked])
    const { headers } = await look(visit, id, await world.tokenOf(femi))
    expect(headers.get('content-type')).toBe('image/jpeg')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toContain('no-store')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'.*sandbox$/)
    expect(headers.get('content-disposition')).toBe(`attachment; filename="tubes-${visit.reference}.jpg"`)
    // With the number of another visit it is not found.
    const other = await visitAt('arrived')
    expect((await look(other, id, await world.tokenOf(femi))).status).toBe(404)
    expect((await look(visit, randomUUID(), await world.tokenOf(ops))).status).toBe(404)
  })

  test('is not its phlebotomist on the next day, nor after the visit was reassigned', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    const given = await visitAt('arrived')
    await send(given, { id: second })
    await give(given.id, await staffOf(tunde.email))
    expect((await look(given, second, await world.tokenOf(femi))).status).toBe(404)
    expect(await send(given)).toBe('not_found')
    const delivered = await visitAt('delivered')
    await send(delivered, { id: first })
    clock.moveOn(day)
    await signInCast()
    expect((await look(delivered, first, await world.tokenOf(femi))).status).toBe(404)
    expect((await look(delivered, first, await world.tokenOf(sola))).status).toBe(200)
  })

  test('sees it in the worklist; the booker sees only that it was taken', async () => {
    const visit = await visitAt('collected')
    const id = randomUUID()
    const params = { reference: visit.reference }
    expect((await asAda(readVisit, { params })).data).toMatchObject({ photos: null })
    await send(visit, { id })
    const [{ taken_at: at } = expect.unreachable()] = await kept(visit)
    const listed = [{ id, visit: visit.id, at: at.toISOString() }]
    const round = (await asFemi(readRound)).data.visits.find((one) => one.id === visit.id)
    expect(round?.photos).toEqual(listed)
    const ofVisit = (one: { visit: string }) => one.visit === visit.id
    expect((await asSola(listHandovers, { query: {} })).data.find(ofVisit)?.photos).toEqual(listed)
    expect((await asSola(readLabOrder, { params })).data.photos).toEqual(listed)
    const { visit_on: on } = await newest(visit)
    const visits = await asOps(listVisits, { query: { day: on } })
    expect(visits.data.find((one) => one.id === visit.id)?.photos).toEqual(listed)
    expect((await asAda(readVisit, { params })).data).toMatchObject({ photos: { taken: 1, isKept: true } })
    const verifier = callerOf(
      world.publicUrl,
      `Bearer ${await hireToken(world, yaba.slug, ['verifier', 'manager'])}`,
    )
    expect((await verifier(readLabOrder, { params })).data.photos).toEqual([])
    expect((await verifier(listHandovers, { query: {} })).data.find(ofVisit)?.photos).toEqual([])
  })
})

describe('a photo of the tubes is deleted', () => {
  test('with the account that booked, at once', async () => {
    const going = await visitAt('delivered')
    await send(going)
    const visit = await visitAt('delivered', await world.as(chidi))
    await send(visit)
    await bringTo(world, visit.reference, 'results_ready')
    const [account] = await sql<{ id: number }[]>`select id::int from account where email = ${chidi.email}`
    await db.transaction().execute((tx) => forgetPhotosOf(tx, account?.id ?? 0, clock.now()))
    expect(await kept(visit)).toMatchObject([{ image: null }])
    expect(await chain(visit)).toEqual(['phlebotomist photo_taken'])
    expect(await kept(going)).toMatchObject([{ image: drawn }])
  })

  test('ninety days after the results were released; that it was taken and viewed stays recorded', async () => {
    const going = await visitAt('delivered')
    await send(going)
    const visit = await visitAt('delivered')
    const id = randomUUID()
    await send(visit, { id })
    await look(visit, id, await world.tokenOf(sola))
    await bringTo(world, visit.reference, 'results_ready')
    clock.moveOn(90 * day - 60_000)
    await tidyPhotos(db, clock)
    expect(await kept(visit)).toMatchObject([{ image: drawn, forgotten_at: null }])
    clock.moveOn(120_000)
    expect(await tidyPhotos(db, clock)).toBe(1)
    expect(await tidyPhotos(db, clock)).toBe(0)
    expect(await kept(visit)).toMatchObject([{ image: null, forgotten_at: expect.any(Date) }])
    expect(await kept(going)).toMatchObject([{ image: drawn }])
    await signInCast()
    expect((await look(visit, id, await world.tokenOf(sola))).status).toBe(404)
    expect(await chain(visit)).toEqual(['phlebotomist photo_taken', 'lab photo_seen'])
    const params = { reference: visit.reference }
    expect((await asSola(readLabOrder, { params })).data.photos).toEqual([])
    expect((await asAda(readVisit, { params })).data).toMatchObject({ photos: { taken: 1, isKept: false } })
    // An order that never ends keeps photos for a year at most.
    clock.moveOn(275 * day)
    expect(await tidyPhotos(db, clock)).toBeGreaterThan(0)
    expect(await kept(going)).toMatchObject([{ image: null }])
  })
})
