import type { Db, Tx } from '../../db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sensitiveAmong } from '../analyte/rows.ts'
import { liveConsent } from '../consent/consents.ts'
import type { ByMember, Opened } from './reports.ts'
import * as rows from './rows.ts'

/** Who talks to the patient about a result, and what is noted of it. */
export type Counsel = { readonly counselledBy: 'lab' | 'doctor' | null; readonly note?: string | undefined }

/**
 * Writes down who talks to the patient about the newest version of a report, where somebody does. Refuses
 * `counselling_needed` for a sensitive one of which nobody does or there is no note, and where it is left to a doctor who
 * may not read it.
 */
export async function noteCounselling(
  tx: Tx,
  by: ByMember,
  { order, report, newest }: Opened,
  { counselledBy, note }: Counsel,
): Promise<void> {
  const isSensitive = (await sensitiveAmong(tx, [report.test_id])).has(report.test_id)
  if (isSensitive && (counselledBy === null || note === undefined)) throw new Refusal('counselling_needed')
  if (counselledBy === 'doctor' && !(await doctorMayTalk(tx, order, by.at)))
    throw new Refusal('counselling_needed')
  if (!newest || counselledBy === null || note === undefined) return
  await rows.insertCounselling(tx, {
    ...{ report_id: report.id, number: newest.number, talks: counselledBy, note },
    ...{ noted_by: by.accountId, noted_at: by.at },
  })
}

/** Whether a doctor booked an order whom its patient lets read such results too, so that it can be left to them. */
export async function doctorMayTalk(db: Db, order: Opened['order'], at: Date): Promise<boolean> {
  return (await liveConsent(db, order, at))?.sensitive ?? false
}
