import { accountById } from '../../account/index.ts'
import { holdOrder, type OrderRow, orderByReference } from '../../booking/index.ts'
import type { Db, Tx } from '../../db.ts'
import type { Viewer } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sensitiveAmong } from '../analyte/rows.ts'
import { isWorkedOn } from '../report/reports.ts'
import * as reports from '../report/rows.ts'
import { sheetFile } from '../sheet/rows.ts'
import { askedOf } from './proof.ts'
import { isProven } from './proof-rows.ts'
import * as rows from './rows.ts'
import { type Because, type ReadsAs, withheldBecause } from './rules.ts'

/** An order, and as whom somebody reads its results. */
export type ToRead = { readonly order: OrderRow; readonly reads: ReadsAs; readonly isOwn: boolean }

/**
 * An order whose results somebody may read: they booked it as a patient, or it is about the owner of their confirmed email.
 * What is out is there also while another sample of the order is still to come; nothing is once the order was cancelled
 * and its money has gone back.
 * A doctor who booked does not read what their patient has not agreed to. To anybody else it is `not_found`. Whoever
 * comes by the email alone has shown that they know the patient, or is refused `patient_unproven` with what is asked.
 */
export async function orderToRead(db: Db, viewer: Viewer, reference: string): Promise<ToRead> {
  const found = await orderOfReader(db, viewer, reference)
  const { order } = found
  if (!isWorkedOn(order)) throw new Refusal('not_found')
  const waits = order.state === 'scheduled' || order.state === 'sample_collected'
  if (waits && (await reports.testsOut(db, order.id)).length === 0) throw new Refusal('not_found')
  await requireProof(db, viewer, found)
  return found
}

/** An order of which somebody may read results once there are any, and once they have shown what they are asked. */
export async function orderOfReader(db: Db, viewer: Viewer, reference: string): Promise<ToRead> {
  const order = await orderByReference(db, reference)
  if (!order?.paid_at) throw new Refusal('not_found')
  const reads = await readsAs(db, viewer, order)
  if (!reads) throw new Refusal('not_found')
  return { order, reads, isOwn: order.account_id === viewer.accountId }
}

/** Refuses `patient_unproven` to whoever comes by the patient's email alone and has not shown that they know them. */
export async function requireProof(
  db: Db,
  { accountId }: Pick<Viewer, 'accountId'>,
  { order, isOwn }: Pick<ToRead, 'order' | 'isOwn'>,
): Promise<void> {
  if (isOwn || (await isProven(db, order.id, accountId))) return
  throw new Refusal('patient_unproven', { data: { asked: askedOf(order) } })
}

/**
 * As whom somebody reads an order, null for whoever does not. Where nobody said whom it is for, it is the booker's own if
 * it has their email.
 */
export async function readsAs(
  db: Db,
  { accountId, type }: Pick<Viewer, 'accountId' | 'type'>,
  order: Pick<OrderRow, 'account_id' | 'patient_email' | 'for_self' | 'consent'>,
): Promise<ReadsAs | null> {
  if (type !== 'user') return null
  const account = await accountById(db, accountId)
  const isTheirEmail = account?.email.toLowerCase() === order.patient_email.toLowerCase()
  if (order.account_id !== accountId) return isTheirEmail ? 'patient' : null
  if (order.for_self ?? isTheirEmail) return 'patient'
  return order.consent === 'guardian' ? 'guardian' : 'booker'
}

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

/** What of some results its reader may read, and what is for the patient alone, with why. */
export async function partFor(
  db: Db,
  { order, reads }: Pick<ToRead, 'order' | 'reads'>,
  released: readonly InForce[],
  now: Date,
): Promise<{
  shown: InForce[]
  withheld: { test: string; because: Because }[]
  sensitive: Map<number, string>
}> {
  const sensitive = await sensitiveAmong(
    db,
    released.map(({ report }) => report.test_id),
  )
  const judged = released.map((one) => {
    const releasedAt = one.version.released_at ?? one.version.entered_at
    const result = { releasedAt, isSensitive: sensitive.has(one.report.test_id) }
    return { one, because: withheldBecause(reads, order, result, now) }
  })
  return {
    sensitive,
    shown: judged.flatMap(({ one, because }) => (because ? [] : [one])),
    withheld: judged.flatMap(({ one, because }) =>
      because ? [{ test: one.report.test_name, because }] : [],
    ),
  }
}

/** The results of an order, for its reader. That they were read is written down before they are given. */
export async function readReleased(db: Db, toRead: ToRead, accountId: number, at: Date) {
  const { order } = toRead
  return await db.transaction().execute(async (tx) => {
    const { released, waiting } = await holdReleased(tx, order)
    const part = await partFor(tx, toRead, released, at)
    const reader = { orderId: order.id, account_id: accountId, reader: 'patient', way: 'screen', at } as const
    await rows.insertOpenings(
      tx,
      part.shown.map(({ version: { report_id, number } }) => ({ ...reader, report_id, number })),
    )
    return { ...part, waiting }
  })
}

/** The PDF of a report in force, as it was drawn at its release. Refuses `not_found`, also what is not this reader's to read. */
export async function openSheet(
  db: Db,
  toRead: ToRead,
  reportId: string,
  accountId: number,
  at: Date,
): Promise<Buffer> {
  const { order } = toRead
  return await db.transaction().execute(async (tx) => {
    const { released } = await holdReleased(tx, order)
    const { shown } = await partFor(tx, toRead, released, at)
    const found = shown.find(({ report }) => report.id === reportId)
    const file = found && (await sheetFile(tx, reportId, found.version.number))
    if (!found || !file) throw new Refusal('not_found')
    const opening = { orderId: order.id, report_id: reportId, number: found.version.number } as const
    const reader = { account_id: accountId, reader: 'patient', way: 'file', at } as const
    await rows.insertOpenings(tx, [{ ...opening, ...reader }])
    return file
  })
}
