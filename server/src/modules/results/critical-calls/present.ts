import {
  type CallAttempt,
  type CriticalCall,
  formatMoment,
  isUnder18,
  lagosDate,
  type OpenCall,
} from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import { accountById, doctorNameOf, isVerifiedDoctor } from '../../accounts/index.ts'
import { liveConsent } from '../../consents/index.ts'
import { clinicalRequestOf, type OrderRow } from '../../orders/index.ts'
import { firstName } from '../pdf/content.ts'
import { callState, callWithinWords, mayEndWithNext } from './policy.ts'
import * as repository from './repository.ts'

/** Whom the lab of an order can call, without and with a doctor who may read sensitive results only by consent. */
type Contacts = {
  readonly always: CriticalCall['contacts']
  /** The doctor who booked, if they may read the results of the order. */
  readonly doctor: CriticalCall['contacts'][number] | null
  readonly doctorReadsSensitive: boolean
}

/** The calls of an order's reports, and whom the lab can call. */
export type CallFacts = {
  readonly calls: readonly repository.CallRow[]
  readonly attempts: readonly repository.AttemptRow[]
  readonly contacts: Contacts
  readonly now: Date
}

/** Reads the call that matters most of each report of an order. Without any, no one is looked up. */
export async function readCalls(
  db: Db,
  order: OrderRow,
  reportIds: readonly string[],
  now: Date,
): Promise<CallFacts> {
  const calls = await repository.leadingCalls(db, reportIds)
  if (calls.length === 0)
    return { calls, attempts: [], contacts: { always: [], doctor: null, doctorReadsSensitive: false }, now }
  const [attempts, contacts] = await Promise.all([
    repository.attemptsOf(
      db,
      calls.flatMap(({ id, same_as }) => (same_as === null ? [id] : [id, same_as])),
    ),
    contactsOf(db, order, now),
  ])
  return { calls, attempts, contacts, now }
}

/**
 * Whom the order names: the patient; the person who booked, if they booked for a child; the doctor who booked, if they are
 * verified and the patient's consent lets them read the results.
 */
async function contactsOf(db: Db, order: OrderRow, now: Date): Promise<Contacts> {
  const booker = await accountById(db, order.account_id)
  const patient = { whom: 'patient', name: order.patient_name, phone: order.patient_phone } as const
  const isReachable = booker?.state === 'active' && booker.phone !== ''
  const bornOn = order.patient_born_on ?? (await clinicalRequestOf(db, order.id))?.born_on ?? null
  const isChild = bornOn !== null && isUnder18(bornOn, lagosDate(now))
  const guardian =
    isReachable && isChild && booker.type === 'user' && order.for_self !== true
      ? [{ whom: 'guardian', name: booker.name, phone: booker.phone } as const]
      : []
  const consent =
    isReachable && booker.type === 'doctor' && (await isVerifiedDoctor(db, booker.id))
      ? await liveConsent(db, order, now)
      : null
  const doctorName = booker && consent ? await doctorNameOf(db, booker.id) : null
  return {
    always: [patient, ...guardian],
    doctor:
      booker && consent ? { whom: 'doctor', name: doctorName ?? booker.name, phone: booker.phone } : null,
    doctorReadsSensitive: consent?.sensitive ?? false,
  }
}

/** The call of a report that matters most, as its lab sees it; null if it never needed one. */
export function presentCall(
  { calls, attempts, contacts, now }: CallFacts,
  report: { readonly id: string; readonly sensitive: boolean },
): CriticalCall | null {
  const call = calls.find(({ report_id }) => report_id === report.id)
  if (!call) return null
  const own = attempts.filter(({ call_id }) => call_id === call.id || call_id === call.same_as)
  const doctorReads = !report.sensitive || contacts.doctorReadsSensitive
  return {
    ...{ number: call.number, tier: call.tier, state: callState(call, now) },
    ...{ openedAt: call.opened_at.toISOString(), dueAt: call.due_at.toISOString() },
    endedAt: call.ended_at?.toISOString() ?? null,
    contacts: [...contacts.always, ...(contacts.doctor && doctorReads ? [contacts.doctor] : [])],
    attempts: own.map(presentAttempt),
    mayEnd: call.ended_at === null && mayEndWithNext(own.length),
  }
}

function presentAttempt(attempt: repository.AttemptRow): CallAttempt {
  const { at, whom, name, phone, reached, read_back: readBack, note } = attempt
  return {
    ...{ by: firstName(attempt.made_name), at: at.toISOString(), whom, name, phone, reached, readBack, note },
  }
}

/** An open call in the list of its lab. */
export function presentOpenCall(row: repository.OpenCallRow, now: Date): OpenCall {
  const { report, order, patient: patientName, test, tier, attempts, demo: sampleData } = row
  const state = callState({ outcome: null, due_at: row.due_at }, now) === 'overdue' ? 'overdue' : 'open'
  const dueAt = row.due_at.toISOString()
  return { report, order, patientName, test, tier, state, dueAt, attempts, sampleData }
}

/** The facts of a case about a call: no name, no test, no value. */
export function factsOf({
  tier,
  waits_since,
  attempts,
}: Pick<repository.CallRow, 'tier' | 'waits_since'> & { readonly attempts: number }) {
  return {
    call_within: callWithinWords(tier),
    call_waits_since: formatMoment(waits_since),
    call_attempts: attempts,
  }
}
