import { randomUUID } from 'node:crypto'
import {
  type BodySent,
  correctReport,
  enterResults,
  type LabReport,
  type logCall,
  sendBackReport,
  verifyReport,
} from '@labalaba/contract'
import { orderAtBench } from './bench.ts'
import { ada, sola, sugar, tola } from './cast.ts'
import { minutes } from './clock.ts'
import { completed, reportsOf } from './results.ts'
import type { Caller, Form, World } from './world.ts'

/** A fasting blood sugar that cannot wait, and one that is usual. */
export const critical = '1.9'
export const usual = '4.8'

const sessions = new WeakMap<World, Map<string, { readonly caller: Caller; readonly since: number }>>()

/** Signs a person in once in half an hour: an account has few sessions, and these steps need many calls. */
export async function signedIn(
  world: World,
  person: typeof ada | typeof sola | typeof tola,
): Promise<Caller> {
  const known = sessions.get(world) ?? new Map<string, { caller: Caller; since: number }>()
  sessions.set(world, known)
  const now = world.clock.now().getTime()
  const before = known.get(person.email)
  if (before && now - before.since < 30 * minutes) return before.caller
  const caller = await world.as(person)
  known.set(person.email, { caller, since: now })
  return caller
}

/** An order of Ada's with one test, with the id of its report. */
export async function reportAtBench(world: World, changes: Partial<Form> = {}, caller?: Caller) {
  const form = { test: [{ ...sugar }], ...changes }
  const order = await orderAtBench(world, caller ?? (await signedIn(world, ada)), form)
  const [report] = await reportsOf(await signedIn(world, sola), order)
  if (!report) throw new Error('there is no report')
  return { order, id: report.id }
}

export async function readReport(world: World, order: string, caller?: Caller): Promise<LabReport> {
  const [report] = await reportsOf(caller ?? (await signedIn(world, sola)), order)
  if (!report) throw new Error('there is no report')
  return report
}

type Reported = Awaited<ReturnType<typeof reportAtBench>>

/** Sola enters a value into the open draft of a report, or the first, and normal ones on its other lines; Tola verifies it. */
export async function verifyAs(
  world: World,
  { order, id }: Reported,
  value: string | readonly { readonly position: number; readonly value: string }[],
  position = 1,
): Promise<void> {
  const [asSola, asTola] = [await signedIn(world, sola), await signedIn(world, tola)]
  const params = { id }
  const report = await readReport(world, order)
  const basedOn = report.versions[0]?.enteredAt ?? null
  const values = completed(report, typeof value === 'string' ? [{ position, value }] : value)
  const body = { values, basedOn }
  const entered = await asSola(enterResults, { params, body })
  if (entered.httpStatus !== 200) throw new Error(`it was not entered: ${entered.message}`)
  const seen = (await readReport(world, order)).versions[0]?.enteredAt ?? ''
  const verified = await asTola(verifyReport, { params, body: { seen } })
  if (verified.httpStatus !== 200) throw new Error(`it was not verified: ${verified.message}`)
}

/** A report whose one value is critical and verified. */
export async function criticalReport(world: World, changes: Partial<Form> = {}, caller?: Caller) {
  const reported = await reportAtBench(world, changes, caller)
  await verifyAs(world, reported, critical)
  return reported
}

export async function sendBack(world: World, { id }: Reported): Promise<void> {
  await (await signedIn(world, tola))(sendBackReport, { params: { id }, body: { reason: 'look again' } })
}

export async function beginCorrection(world: World, { id }: Reported): Promise<void> {
  const body = { reason: 'measured again' }
  const { httpStatus } = await (await signedIn(world, tola))(correctReport, { params: { id }, body })
  if (httpStatus !== 200) throw new Error('no correction was begun')
}

type Logged = BodySent<typeof logCall>

/** A call to the patient who answered and read the result back; `changes` replace parts of it. */
export function callMade(changes: Partial<Logged> = {}): Logged {
  return {
    ...{ number: 1, whom: 'patient', name: 'Mama Obi', phone: '0803 000 0009' },
    ...{ reached: true, readBack: true, attempt: randomUUID(), ...changes },
  }
}

/** A call without an answer. */
export const noAnswer = (changes: Partial<Logged> = {}) =>
  callMade({ reached: false, readBack: null, ...changes })
