import {
  correctReport,
  enterResults,
  giveConsent,
  provePatient,
  readingConsentVersion,
  releaseReport,
  verifyReport,
} from '@labalaba/contract'
import { orderAtBench } from './bench.ts'
import { ada, drBello, sola, sugar, tola } from './cast.ts'
import { addAge, completed, releaseAll, reportsOf } from './results.ts'
import type { Form, World } from './world.ts'

/** As Dr Bello books for her, and for all other patients here. */
export const bornOn = '1985-03-27'

/** Ada proves that she is the patient of an order. */
export async function proveAda(world: World, reference: string): Promise<void> {
  const asked = { params: { reference }, body: { answer: bornOn } }
  const { httpStatus } = await (await world.as(ada))(provePatient, asked)
  if (httpStatus !== 200) throw new Error('Ada could not show it')
}

/** An order that Dr Bello booked for Ada, by default of one test, with its results out. */
export async function bookedForAda(world: World, changes: Partial<Form> = {}): Promise<string> {
  const asBello = await world.as(drBello)
  const form = { name: ada.name, email: ada.email, dob: bornOn, test: [{ ...sugar }], ...changes }
  return await orderAtBench(world, asBello, form)
}

/** The same, with its results out. */
export async function releasedForAda(world: World, changes: Partial<Form> = {}): Promise<string> {
  const reference = await bookedForAda(world, changes)
  await releaseAll(world, reference)
  return reference
}

/** Ada lets Dr Bello read, once she has proven that she is the patient. */
export async function agree(world: World, reference: string, sensitive = false): Promise<void> {
  await proveAda(world, reference)
  const body = { sensitive, version: readingConsentVersion }
  const { httpStatus } = await (await world.as(ada))(giveConsent, { params: { reference }, body })
  if (httpStatus !== 200) throw new Error('Ada could not agree')
}

/**
 * The one report of an order says `value`, or any value its lines allow if null, and is verified; if it is
 * released already, as a correction. Returns its id.
 */
export async function verifiedValue(world: World, reference: string, value: string | null): Promise<string> {
  const [asSola, asTola] = [await world.as(sola), await world.as(tola)]
  await addAge(asSola, reference)
  const [report] = await reportsOf(asSola, reference)
  if (!report) throw new Error('there is no report')
  const params = { id: report.id }
  if (report.versions.length > 0) await asTola(correctReport, { params, body: { reason: 'measured again' } })
  const basedOn = (await reportsOf(asSola, reference))[0]?.versions[0]?.enteredAt ?? null
  const values = completed(report, value === null ? [] : [{ position: 1, value }])
  await asSola(enterResults, { params, body: { values, basedOn } })
  const seen = (await reportsOf(asSola, reference))[0]?.versions[0]?.enteredAt ?? ''
  await asTola(verifyReport, { params, body: { seen } })
  return report.id
}

/** The same, released. */
export async function releaseValue(world: World, reference: string, value: string): Promise<string> {
  const id = await verifiedValue(world, reference, value)
  const asTola = await world.as(tola)
  const [report] = await reportsOf(asTola, reference)
  const body = { counselledBy: report?.needsCounselling ? 'lab' : null, note: 'Talked by phone' } as const
  const released = await asTola(releaseReport, { params: { id }, body })
  if (released.httpStatus !== 200) throw new Error(`it was not released: ${released.message}`)
  return id
}
