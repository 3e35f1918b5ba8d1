import { holdOrder, type OrderRow } from '../../booking/index.ts'
import type { Db, Tx } from '../../db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isWorkedOn } from '../report/reports.ts'
import * as reports from '../report/rows.ts'

/** A report as its patient reads it: the version in force. */
export type InForce = {
  readonly report: reports.ReportRow
  readonly version: reports.VersionRow
  readonly values: readonly reports.ValueRow[]
}

/** What is released of an order, and the reports that are not: as they stand at one moment to whoever holds the order. */
export async function releasedOf(
  db: Db,
  order: Pick<OrderRow, 'id'>,
): Promise<{ released: InForce[]; waiting: reports.ReportRow[] }> {
  const all = await reports.reportsOf(db, order.id)
  const ids = all.map(({ id }) => id)
  const versions = (await reports.versionsOf(db, ids)).filter(({ state }) => state === 'released')
  const values = await reports.valuesOf(db, ids)
  const released = all.flatMap((report): InForce[] => {
    const version = versions.find(({ report_id }) => report_id === report.id)
    if (!version) return []
    const own = values.filter((one) => one.report_id === report.id && one.number === version.number)
    return [{ report, version, values: own }]
  })
  const out = new Set(released.map(({ report }) => report.id))
  return { released, waiting: all.filter(({ id }) => !out.has(id)) }
}

/**
 * As above, held: a correction is released before it, and is what is read, or after it, and whoever read the version
 * before is told. Refuses `not_found` where the order was cancelled meanwhile.
 */
export async function holdReleased(tx: Tx, order: Pick<OrderRow, 'id'>) {
  const held = await holdOrder(tx, order.id)
  if (!held || !isWorkedOn(held)) throw new Refusal('not_found')
  return await releasedOf(tx, held)
}

/** What somebody reads of an order at one moment. */
export type Readable = {
  readonly released: readonly InForce[]
  readonly waiting: readonly reports.ReportRow[]
  /** Released, and not for them to read. */
  readonly kept: number
  /** By which a doctor reads. */
  readonly consentId: string | null
}
