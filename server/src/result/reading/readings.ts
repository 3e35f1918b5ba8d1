import { accountById } from '../../account/index.ts'
import { type OrderRow, orderByReference } from '../../booking/index.ts'
import type { Db } from '../../db.ts'
import type { Viewer } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isWorkedOn } from '../report/reports.ts'
import * as reports from '../report/rows.ts'
import { sheetFile } from '../sheet/rows.ts'
import * as rows from './rows.ts'

/**
 * An order whose results somebody may read: they booked it as a patient, or it is about the owner of their confirmed email.
 * None while a sample has to be taken again, or once the order was cancelled and its money has gone back.
 * A doctor who booked does not read what their patient has not agreed to. To anybody else it is `not_found`.
 */
export async function orderToRead(db: Db, viewer: Viewer, reference: string): Promise<OrderRow> {
  const order = await orderByReference(db, reference)
  if (!order?.paid_at || !isWorkedOn(order)) throw new Refusal('not_found')
  if (order.account_id === viewer.accountId && viewer.type === 'user') return order
  const account = await accountById(db, viewer.accountId)
  const isAbout = account?.email.toLowerCase() === order.patient_email.toLowerCase()
  if (!isAbout || viewer.type !== 'user') throw new Refusal('not_found')
  return order
}

/** A report as its patient reads it: the version in force. */
export type InForce = {
  readonly report: reports.ReportRow
  readonly version: reports.VersionRow
  readonly values: readonly reports.ValueRow[]
}

/** What is released of an order, and the reports that are not, as they stand at one moment. */
async function releasedOf(
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

/** The results of an order, for its patient. That they were read is written down before they are given. */
export async function readReleased(db: Db, order: OrderRow, accountId: number, at: Date) {
  const found = await releasedOf(db, order)
  const reader = { account_id: accountId, reader: 'patient', way: 'screen', at } as const
  await rows.insertOpenings(
    db,
    found.released.map(({ version }) => ({
      ...{ ...reader, report_id: version.report_id, number: version.number },
    })),
  )
  return found
}

/** The PDF of a report in force, as it was drawn at its release. Refuses `not_found`. */
export async function openSheet(
  db: Db,
  order: OrderRow,
  reportId: string,
  accountId: number,
  at: Date,
): Promise<Buffer> {
  const { released } = await releasedOf(db, order)
  const found = released.find(({ report }) => report.id === reportId)
  const file = found && (await sheetFile(db, reportId, found.version.number))
  if (!found || !file) throw new Refusal('not_found')
  const { number } = found.version
  const opening = { report_id: reportId, number, account_id: accountId, reader: 'patient' } as const
  await rows.insertOpenings(db, [{ ...opening, way: 'file', at }])
  return file
}
