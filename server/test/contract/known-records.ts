import { randomUUID } from 'node:crypto'
import {
  addBooking,
  assignVisit,
  listLabSystems,
  listWaitingReports,
  makeShare,
  proposePercentage,
  sendVisitPhoto,
  setServiceAreas,
  syncVisits,
  type VisitActSent,
} from '@labalaba/contract'
import { expect } from 'vitest'
import { createVerifiedAccount } from '../../src/modules/accounts/index.ts'
import { openSession } from '../../src/modules/accounts/sessions.ts'
import { doorCode } from '../../src/modules/home-visits/door-code.ts'
import { newestVisit } from '../../src/modules/home-visits/repository.ts'
import { followOrder } from '../../src/modules/home-visits/visits.ts'
import { ada, drBello, fbc, femi, ikeja, ops, sola, sugar, yaba } from '../cast.ts'
import { accessionsOf, bundleOf, glucose, keyOf, post } from '../deliveries.ts'
import { agree, bookedForAda, bornOn, releaseValue } from '../doctor-results.ts'
import { hireToken } from '../lab-staff.ts'
import { attachTo, hashOf, pdfOf } from '../pdf.ts'
import { reportsOf } from '../results.ts'
import { markSensitive } from '../sensitive.ts'
import { pay } from '../stages.ts'
import { bookingForm, homeVisit, newestPayment, type World } from '../world.ts'
import { photoBody } from './photo-inputs.ts'

/** A name that belongs to the patient only. */
export const patientName = 'Ada Ezinne Obi'

export const colleagues = ['the desk', 'a scientist', 'a verifier', 'a manager'] as const
export const askers = [
  ...colleagues,
  ...(['all duties elsewhere in the lab', 'all duties at a foreign lab'] as const),
  ...(['the phlebotomist', 'another phlebotomist', 'the doctor', 'another doctor'] as const),
  ...(['the patient', 'a stranger', 'an operator'] as const),
] as const
export type Asker = (typeof askers)[number]

const everyDuty = ['desk', 'scientist', 'verifier', 'manager'] as const

/** The token of each caller: of each duty at the lab, at another of its locations, at a foreign lab, and the others. */
export async function tokensOf(world: World): Promise<Readonly<Record<Asker, string>>> {
  const main = (...duties: (typeof everyDuty)[number][]) => hireToken(world, yaba.slug, duties)
  return {
    'the desk': await main('desk'),
    'a scientist': await main('scientist'),
    'a verifier': await main('verifier'),
    'a manager': await main('manager'),
    'all duties elsewhere in the lab': await hireToken(world, yaba.slug, [...everyDuty], [yaba.annex]),
    'all duties at a foreign lab': await hireToken(world, ikeja.slug, [...everyDuty]),
    'the phlebotomist': await world.tokenOf(femi),
    'another phlebotomist': await tokenOfNewAccount(world, 'phlebotomist', 1),
    'the doctor': await world.tokenOf(drBello),
    'another doctor': await tokenOfNewAccount(world, 'doctor', 2),
    'the patient': await world.tokenOf(ada),
    'a stranger': await tokenOfNewAccount(world, 'user', 3),
    'an operator': await world.tokenOf(ops),
  }
}

async function tokenOfNewAccount(
  { db, parts, clock }: World,
  type: 'user' | 'doctor' | 'phlebotomist',
  place: number,
): Promise<string> {
  const id = await createVerifiedAccount(db, parts, {
    email: `other-${place}@matrix.example`,
    name: `Other ${place}`,
    type,
    address: 'Lagos',
    phone: `234809220000${place}`,
    password: 'agbalumo-in-season',
  })
  return (await db.transaction().execute((tx) => openSession(tx, id, clock.now()))).token
}

/**
 * Existing records: an order that a doctor booked, paid, received, verified and released, with a PDF and a
 * share; an assigned home visit; two unmatched reports of a connected system, a price change, and a key.
 */
export async function makeRecords(world: World) {
  const [asSola, asAda] = [await world.as(sola), await world.as(ada)]
  await markSensitive(world.sql, sugar.name)
  const reference = await bookedForAda(world, { name: patientName })
  const [report] = await reportsOf(asSola, reference)
  const file = pdfOf()
  await attachTo(asSola, report?.id ?? '', file, null)
  await releaseValue(world, reference, '5.1')
  await agree(world, reference, true)
  const share = await asAda(makeShare, {
    params: { reference },
    body: {
      lasts: 'week',
      forWhom: 'Dr Ade',
      reports: [report?.id ?? ''],
      sensitive: [report?.id ?? ''],
    },
  })
  const [accession = ''] = await accessionsOf(world, reference)
  const key = await keyOf(world)
  for (const unknown of ['26ZZ-00009', '26ZZ-00010'])
    await post(world, key, bundleOf({ accession: unknown, values: [glucose()] }))
  const delivered = await asSola(listWaitingReports)
  const systems = await asSola(listLabSystems)
  const change = await asSola(proposePercentage, { body: { percent: 2.5, department: null } })
  return {
    reference,
    report: report?.id ?? '',
    accession,
    hash: hashOf(file),
    share: share.data.id,
    delivered: delivered.data.reports[0]?.id ?? '',
    deliveredToPlace: delivered.data.reports[1]?.id ?? '',
    system: String(systems.data.systems[0]?.id),
    change: change.data.change?.id ?? '',
    ...(await assignedVisit(world)),
  }
}
export type Records = Awaited<ReturnType<typeof makeRecords>>

/** Femi is let in on the day of a visit, and has taken a photo of the tubes. */
async function photographed(
  world: World,
  { visit, order }: { readonly visit: string; readonly order: number },
): Promise<void> {
  const { round, visit_on: on } = (await newestVisit(world.db, order)) ?? expect.unreachable()
  world.clock.moveOn(new Date(`${on}T07:30:00+01:00`).getTime() - world.clock.now().getTime())
  const asFemi = await world.as(femi)
  const at = world.clock.now().toISOString()
  const code = doorCode(world.parts.secret, { id: visit, round })
  const acts: VisitActSent[] = [
    { verb: 'set_off', id: randomUUID(), visit, round, at },
    { verb: 'arrive', id: randomUUID(), visit, round, at, code },
  ]
  await asFemi(syncVisits, { body: { acts } })
  const photo = await asFemi(sendVisitPhoto, { params: { visit }, body: { ...photoBody, round } })
  expect(photo.httpStatus).toBe(200)
}

/** A home visit of the same doctor and patient, assigned to Femi. */
async function assignedVisit(world: World): Promise<{ home: string; visit: string; order: number }> {
  const [asBello, asOps] = [await world.as(drBello), await world.as(ops)]
  const [staff] = await world.sql<{ id: string }[]>`select id from staff_member where email = ${femi.email}`
  const body = { areas: [{ state: 'Lagos', area: 'Yaba' }], dailyVisits: 8 }
  await asOps(setServiceAreas, { params: { id: staff?.id ?? '' }, body })
  const whose = { name: patientName, email: ada.email, dob: bornOn, test: [{ ...fbc }] }
  const form = bookingForm({ ...whose, type: homeVisit(world.clock.now()) })
  const { data } = await asBello(addBooking, { body: form })
  const home = data.orderReference
  await pay(world, await newestPayment(asBello, home))
  const [order] = await world.sql<{ id: number }[]>`select id::int from lab_order where reference = ${home}`
  const orderId = order?.id ?? 0
  await world.db.transaction().execute((tx) => followOrder(tx, orderId, world.clock.now()))
  const visit = await newestVisit(world.db, orderId)
  if (visit?.staff_id !== staff?.id)
    await asOps(assignVisit, {
      params: { id: visit?.id ?? '' },
      body: { phlebotomist: staff?.id ?? '', reason: 'matrix' },
    })
  const assigned = { home, visit: visit?.id ?? '', order: orderId }
  await photographed(world, assigned)
  return assigned
}
