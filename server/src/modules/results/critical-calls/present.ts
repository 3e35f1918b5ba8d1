import {
  type CallAttempt,
  type CriticalCall,
  type CriticalTier,
  formatMoment,
  isUnder18,
  lagosDate,
  type OpenCall,
} from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import { accountById, doctorNameOf, isVerifiedDoctor } from '../../accounts/index.ts'
import { hasRefused, isOwnContact, liveConsent } from '../../consents/index.ts'
import { clinicalRequestOf, type OrderRow } from '../../orders/index.ts'
import { firstName } from '../pdf/content.ts'
import { callState, callWithinWords, mayEndWithNext } from './policy.ts'
import * as repository from './repository.ts'

/** Which critical results the lab may tell the doctor who booked. */
type DoctorsReach = 'all' | 'not_sensitive' | 'immediate_not_sensitive'

/** Whom the lab of an order can call. */
type Contacts = {
  readonly always: CriticalCall['contacts']
  /** The doctor who booked, and which results the lab may tell them; null if none. */
  readonly doctor: (CriticalCall['contacts'][number] & { readonly reach: DoctorsReach }) | null
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
  if (calls.length === 0) return { calls, attempts: [], contacts: { always: [], doctor: null }, now }
  const [attempts, contacts] = await Promise.all([
    repository.attemptsOf(
      db,
      calls.flatMap(({ id, same_as }) => (same_as === null ? [id] : [id, same_as])),
    ),
    contactsOf(db, order, now),
  ])
  return { calls, attempts, contacts, now }
}

/** Whom the order names: the patient; the person who booked, if they booked for a child; the doctor who booked. */
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
  const reach = isReachable && booker.type === 'doctor' ? await doctorsReach(db, order, booker, now) : null
  const doctorName = booker && reach ? await doctorNameOf(db, booker.id) : null
  return {
    always: [patient, ...guardian],
    doctor:
      booker && reach
        ? { whom: 'doctor', name: doctorName ?? booker.name, phone: booker.phone, reach }
        : null,
  }
}

/**
 * Which critical results the lab may tell the doctor who booked, if they are verified: with the patient's consent, those that
 * it includes; without an answer, an immediate one that is not sensitive, which the doctor could open by break-glass. Null
 * after a refusal, and if the order has the doctor's own email or phone as the patient's.
 */
async function doctorsReach(
  db: Db,
  order: OrderRow,
  doctor: { readonly id: number; readonly email: string; readonly phone: string },
  now: Date,
): Promise<DoctorsReach | null> {
  if (!(await isVerifiedDoctor(db, doctor.id))) return null
  const consent = await liveConsent(db, order, now)
  if (consent) return consent.sensitive ? 'all' : 'not_sensitive'
  if (isOwnContact(doctor, order) || (await hasRefused(db, order))) return null
  return 'immediate_not_sensitive'
}

function mayBeTold(reach: DoctorsReach, tier: CriticalTier, isSensitive: boolean): boolean {
  if (reach === 'all') return true
  return !isSensitive && (reach === 'not_sensitive' || tier === 'immediate')
}

/** The call of a report that matters most, as its lab sees it; null if it never needed one. */
export function presentCall(
  { calls, attempts, contacts, now }: CallFacts,
  report: { readonly id: string; readonly sensitive: boolean },
): CriticalCall | null {
  const call = calls.find(({ report_id }) => report_id === report.id)
  if (!call) return null
  const own = attempts.filter(({ call_id }) => call_id === call.id || call_id === call.same_as)
  const doctorsTold = [contacts.doctor].flatMap((doctor) => {
    if (!doctor || !mayBeTold(doctor.reach, call.tier, report.sensitive)) return []
    const { whom, name, phone } = doctor
    return [{ whom, name, phone }]
  })
  return {
    ...{ number: call.number, tier: call.tier, state: callState(call, now) },
    ...{ openedAt: call.opened_at.toISOString(), dueAt: call.due_at.toISOString() },
    endedAt: call.ended_at?.toISOString() ?? null,
    contacts: [...contacts.always, ...doctorsTold],
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
