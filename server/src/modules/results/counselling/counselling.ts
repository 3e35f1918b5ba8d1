import type { ToCounsel } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { writeDown } from '../../audit/index.ts'
import { testsSold } from '../../catalogue/index.ts'
import { liveConsent, lockLiveConsent } from '../../consents/index.ts'
import { linesOf, lockOrder, type OrderRow } from '../../orders/index.ts'
import { specimensOf } from '../../specimens/index.ts'
import { counselledAmong } from '../analytes/repository.ts'
import type { ByMember } from '../by-member.ts'
import { isWorkedOn, type Opened } from '../reports/reports.ts'
import * as repository from './repository.ts'

/** A test of an order that needs counselling, with the number of its next version and the doctor's note for it. */
export type Talk = {
  readonly position: number
  readonly testId: number
  readonly code: string
  readonly name: string
  readonly because: string
  /** A version of it is released. */
  readonly isOut: boolean
  /** The next version; if one is released, that one. */
  readonly number: number
  readonly noted: repository.DoctorNote | undefined
  /** The newest note for any version. */
  readonly lastNoted: repository.DoctorNote | undefined
}

/**
 * The tests of an order that need counselling, begun by the lab or not. Tests that were given up are included only if there is a note.
 */
export async function talksOf(db: Db, order: OrderRow): Promise<Talk[]> {
  const sold = await testsSold(db, await linesOf(db, order.id))
  const ids = sold.map(({ testId }) => testId)
  const [counselled, codes, out, notes, specimens] = await Promise.all([
    counselledAmong(db, order, ids),
    repository.codesOf(db, ids),
    repository.lastOutOf(db, order.id),
    repository.notesOf(db, order.id),
    specimensOf(db, order.id),
  ])
  const givenUp = specimens.filter(({ state }) => state === 'given_up').flatMap(({ tests }) => tests)
  return sold.flatMap(({ position, testId, name }): Talk[] => {
    const because = counselled.get(testId)
    if (because === undefined) return []
    const isThis = (one: { position: number; testId: number }) =>
      one.position === position && one.testId === testId
    const last = out.find(isThis)
    const isOut = last !== undefined && last.state !== 'withdrawn'
    const number = (last?.number ?? 0) + (isOut ? 0 : 1)
    const own = notes.filter(({ position: at, test_id }) => isThis({ position: at, testId: test_id }))
    const noted = own.find((one) => one.number === number)
    const lastNoted = own.at(-1)
    // A test that will not be done needs no talk.
    if (!lastNoted && givenUp.some(isThis)) return []
    const code = codes.get(testId) ?? ''
    return [{ position, testId, code, name, because, isOut, number, noted, lastNoted }]
  })
}

type TalkNote = { readonly position: number; readonly test: string; readonly note: string }

/**
 * Records that the doctor of an order has talked with its patient about a test that needs it before its result is released.
 * Returns when. A concurrent release either comes first, and this is refused, or finds the note. Repeating the same note
 * has no effect. Throws DomainError `not_found` if the order has no such test, `consent_needed`, and
 * `wrong_state` if the result is released, another note exists, or the order is cancelled.
 */
export async function noteTalk(
  tx: Tx,
  clock: Clock,
  { id, accountId }: { readonly id: number; readonly accountId: number },
  { position, test, note }: TalkNote,
): Promise<Date> {
  const order = await lockOrder(tx, id)
  if (!order.paid_at) throw new DomainError('not_found')
  const at = clock.now()
  // Locks the order before the consent, as readers do.
  const consent = await lockLiveConsent(tx, order, accountId, at)
  if (!consent?.sensitive) throw new DomainError('consent_needed')
  const talk = (await talksOf(tx, order)).find((one) => one.position === position && one.code === test)
  if (!talk) throw new DomainError('not_found')
  if (!talk.isOut && talk.noted?.note === note) return talk.noted.noted_at
  if (talk.isOut || talk.noted || !isWorkedOn(order)) throw new DomainError('wrong_state')
  await repository.insertNote(tx, {
    ...{ order_id: order.id, position, test_id: talk.testId, number: talk.number },
    ...{ noted_by: accountId, consent_id: consent.id, noted_at: at, note },
  })
  return at
}

/**
 * Without the patient's consent, the doctor must not learn whether a result is released: they always see their newest note,
 * whatever version it was for.
 */
export function presentTalk(
  { position, code, name, because, isOut, ...talk }: Talk,
  agreed: boolean,
): ToCounsel {
  const noted = agreed ? talk.noted : talk.lastNoted
  return {
    ...{ position, test: code, name, because, isOut: agreed && isOut },
    noted: noted ? { at: noted.noted_at.toISOString(), note: noted.note } : null,
  }
}

/** Who talks to the patient about a result, and the note about it. */
export type Counsel = { readonly counselledBy: 'lab' | 'doctor' | null; readonly note?: string | undefined }

/**
 * Records who talks to the patient about the newest version of a report, if the lab or the doctor does. Throws
 * DomainError `counselling_needed` for a report that needs it if neither talks or there is no note, neither the lab's nor one
 * of the doctor who talks; and if it is left to a doctor who may not read it.
 */
export async function noteCounselling(
  tx: Tx,
  by: ByMember,
  { order, report, newest }: Opened,
  { counselledBy, note }: Counsel,
): Promise<void> {
  const isNeeded = (await counselledAmong(tx, order, [report.test_id])).has(report.test_id)
  if (counselledBy === 'doctor') await requireDoctor(tx, order, by.at)
  const notes = counselledBy === 'doctor' ? await repository.notesOf(tx, order.id) : []
  const isNoted = (one: repository.DoctorNote) =>
    one.position === report.position && one.test_id === report.test_id && one.number === newest?.number
  if (isNeeded && (counselledBy === null || (note === undefined && !notes.some(isNoted))))
    throw new DomainError('counselling_needed')
  if (!newest || counselledBy === null || note === undefined) return
  await repository.insertCounselling(tx, {
    ...{ report_id: report.id, number: newest.number, talks: counselledBy, note },
    ...{ noted_by: by.accountId, noted_at: by.at },
  })
  await writeDown(tx, [
    { order_id: order.id, role: 'lab', account_id: by.accountId, what: 'counselling_noted', at: by.at },
  ])
}

/**
 * Throws DomainError `counselling_needed` if the patient does not let the doctor read sensitive results; else locks the
 * consent.
 */
async function requireDoctor(tx: Tx, order: Opened['order'], at: Date): Promise<void> {
  const consent = await lockLiveConsent(tx, order, order.account_id, at)
  if (!consent?.sensitive) throw new DomainError('counselling_needed')
}

/**
 * Whether counselling can be left to the doctor: a doctor booked the order and has the patient's consent for sensitive
 * results.
 */
export async function doctorMayTalk(db: Db, order: Opened['order'], at: Date): Promise<boolean> {
  return (await liveConsent(db, order, at))?.sensitive ?? false
}
