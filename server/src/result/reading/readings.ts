import { accountById } from '../../account/index.ts'
import { holdOrder, type OrderRow, orderByReference } from '../../booking/index.ts'
import type { Db, Tx } from '../../db.ts'
import type { Viewer } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type FileInPieces, inPieces } from '../attachment/pieces.ts'
import { isWorkedOn } from '../report/reports.ts'
import * as reports from '../report/rows.ts'
import { sheetFile } from '../sheet/rows.ts'
import * as rows from './rows.ts'

/**
 * An order whose results somebody may read: they booked it as a patient, or it is about the owner of their confirmed email.
 * What is out is there also while another sample of the order is still to come; nothing is once the order was cancelled
 * and its money has gone back.
 * A doctor who booked does not read what their patient has not agreed to. To anybody else it is `not_found`.
 */
export async function orderToRead(db: Db, viewer: Viewer, reference: string): Promise<OrderRow> {
  const order = await orderByReference(db, reference)
  if (!order?.paid_at || !isWorkedOn(order)) throw new Refusal('not_found')
  const waits = order.state === 'scheduled' || order.state === 'sample_collected'
  if (waits && (await reports.testsOut(db, order.id)).length === 0) throw new Refusal('not_found')
  if (!(await isPatientOf(db, viewer, order))) throw new Refusal('not_found')
  return order
}

/** Whether an order is a patient's own: they booked it, or it is about the owner of their confirmed email. */
export async function isPatientOf(
  db: Db,
  { accountId, type }: Viewer,
  order: Pick<OrderRow, 'account_id' | 'patient_email'>,
): Promise<boolean> {
  if (type !== 'user') return false
  if (order.account_id === accountId) return true
  const account = await accountById(db, accountId)
  return account?.email.toLowerCase() === order.patient_email.toLowerCase()
}

/** A report as its patient reads it: the version in force. */
export type InForce = {
  readonly report: reports.ReportRow
  readonly version: reports.VersionRow
  readonly values: readonly reports.ValueRow[]
}

/** A report that the lab has taken back, in the version that was last out, where none has taken its place. */
export type TakenBack = Pick<InForce, 'report' | 'version'>

/**
 * What is released of an order, what was taken back, and the reports that are neither: as they stand at one moment to
 * whoever holds the order.
 */
export async function releasedOf(
  db: Db,
  order: Pick<OrderRow, 'id'>,
): Promise<{ released: InForce[]; withdrawn: TakenBack[]; waiting: reports.ReportRow[] }> {
  const all = await reports.reportsOf(db, order.id)
  const ids = all.map(({ id }) => id)
  const every = await reports.versionsOf(db, ids)
  const versions = every.filter(({ state }) => state === 'released')
  const values = await reports.valuesOf(db, ids)
  const released = all.flatMap((report): InForce[] => {
    const version = versions.find(({ report_id }) => report_id === report.id)
    if (!version) return []
    const own = values.filter((one) => one.report_id === report.id && one.number === version.number)
    return [{ report, version, values: own }]
  })
  const out = new Set(released.map(({ report }) => report.id))
  const withdrawn = all.flatMap((report): TakenBack[] => {
    const version = every.find(({ report_id, state }) => report_id === report.id && state === 'withdrawn')
    return version && !out.has(report.id) ? [{ report, version }] : []
  })
  const known = new Set([...out, ...withdrawn.map(({ report }) => report.id)])
  return { released, withdrawn, waiting: all.filter(({ id }) => !known.has(id)) }
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

/** The results of an order, for its patient. That they were read is written down before they are given. */
export async function readReleased(db: Db, order: OrderRow, accountId: number, at: Date) {
  return await db.transaction().execute(async (tx) => {
    const found = await holdReleased(tx, order)
    const reader = { orderId: order.id, account_id: accountId, reader: 'patient', way: 'screen', at } as const
    await rows.insertOpenings(
      tx,
      found.released.map(({ version: { report_id, number } }) => ({ ...reader, report_id, number })),
    )
    return found
  })
}

/** What a file of a report in force is found by: an order that somebody may read, which of its reports, by whom, when. */
type Saving = {
  readonly order: OrderRow
  readonly reportId: string
  readonly accountId: number
  readonly at: Date
}

/** The PDF of a report in force, as it was drawn at its release. Refuses `not_found`. */
export async function openSheet(db: Db, saving: Saving): Promise<Buffer> {
  return await saveOne(db, saving, async (tx, { version }) => sheetFile(tx, saving.reportId, version.number))
}

/** The lab's own PDF that belongs to a report in force. Refuses `not_found`. */
export async function openAttachment(db: Db, saving: Saving): Promise<FileInPieces> {
  return await saveOne(db, saving, async (_, { version }) => inPieces(db, version))
}

/** A file of a report in force; that it was saved is written down first. */
async function saveOne<F>(
  db: Db,
  { order, reportId, accountId, at }: Saving,
  fileOf: (tx: Tx, found: InForce) => Promise<F | undefined>,
): Promise<F> {
  return await db.transaction().execute(async (tx) => {
    const { released } = await holdReleased(tx, order)
    const found = released.find(({ report }) => report.id === reportId)
    const file = found && (await fileOf(tx, found))
    if (!found || !file) throw new Refusal('not_found')
    const opening = { orderId: order.id, report_id: reportId, number: found.version.number } as const
    const reader = { account_id: accountId, reader: 'patient', way: 'file', at } as const
    await rows.insertOpenings(tx, [{ ...opening, ...reader }])
    return file
  })
}
