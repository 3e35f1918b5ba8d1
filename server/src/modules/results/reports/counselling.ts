import type { Db, Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { writeDown } from '../../audit/index.ts'
import { holdLiveConsent, liveConsent } from '../../consents/index.ts'
import { sensitiveAmong } from '../analytes/sensitive-repository.ts'
import { noteFor } from '../counselling/repository.ts'
import type { ByMember, Opened } from './reports.ts'
import * as repository from './repository.ts'

/** Who talks to the patient about a result, and the note about it. */
export type Counsel = { readonly counselledBy: 'lab' | 'doctor' | null; readonly note?: string | undefined }

/**
 * Records who talks to the patient about the newest version of a report, if the lab or the doctor does. Throws
 * DomainError `counselling_needed` for a sensitive report if neither talks or there is no note, neither the lab's nor one
 * of the doctor who talks; and if it is left to a doctor who may not read it.
 */
export async function noteCounselling(
  tx: Tx,
  by: ByMember,
  { order, report, newest }: Opened,
  { counselledBy, note }: Counsel,
): Promise<void> {
  const isSensitive = (await sensitiveAmong(tx, order, [report.test_id])).has(report.test_id)
  if (counselledBy === 'doctor') await requireDoctor(tx, order, by.at)
  const own = counselledBy === 'doctor' && newest ? await noteFor(tx, report, newest.number) : undefined
  if (isSensitive && (counselledBy === null || (note === undefined && !own)))
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
  const consent = await holdLiveConsent(tx, order, order.account_id, at)
  if (!consent?.sensitive) throw new DomainError('counselling_needed')
}

/**
 * Whether counselling can be left to the doctor: a doctor booked the order and has the patient's consent for sensitive
 * results.
 */
export async function doctorMayTalk(db: Db, order: Opened['order'], at: Date): Promise<boolean> {
  return (await liveConsent(db, order, at))?.sensitive ?? false
}
