import type { OrderRow } from '../../booking/index.ts'
import type { Db, Tx } from '../../db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { holdForDoctor } from '../reading/doctors.ts'
import type { InForce } from '../reading/released.ts'
import * as rows from './rows.ts'

export type Seen = { readonly report: string; readonly version: number }

/**
 * Writes down that a doctor has seen to results of an order that they booked. Each has to be what is in force, and have
 * been read: `result_changed` else. Refuses `consent_needed`. Saying so twice changes nothing.
 */
export async function acknowledge(
  tx: Tx,
  order: OrderRow,
  seen: readonly Seen[],
  by: { readonly accountId: number; readonly at: Date },
): Promise<void> {
  const found = await holdForDoctor(tx, order, by.accountId, by.at)
  if (!found) throw new Refusal('consent_needed')
  const versions = found.released
    .filter(({ version }) =>
      seen.some((one) => one.report === version.report_id && one.version === version.number),
    )
    .map(({ version }) => ({ report_id: version.report_id, number: version.number }))
  const read = await rows.doneBy(tx, by.accountId, versions)
  const asked = new Set(seen.map(({ report, version }) => `${report} ${version}`))
  if (read.length < asked.size) throw new Refusal('result_changed')
  await rows.insertAcknowledged(tx, order.id, versions, by)
}

/** When a doctor had acknowledged all of these; null where one is wanting. */
export async function acknowledgedWhole(
  db: Db,
  released: readonly InForce[],
  accountId: number,
): Promise<Date | null> {
  const versions = released.map(({ version: { report_id, number } }) => ({ report_id, number }))
  const times = (await rows.doneBy(db, accountId, versions)).flatMap(
    ({ acknowledgedAt }) => acknowledgedAt ?? [],
  )
  if (times.length === 0 || times.length < versions.length) return null
  return new Date(Math.max(...times.map((at) => at.getTime())))
}
