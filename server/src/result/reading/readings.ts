import { accountById } from '../../account/index.ts'
import { type OrderRow, orderByReference } from '../../booking/index.ts'
import type { Db, Tx } from '../../db.ts'
import type { Viewer } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isWorkedOn } from '../report/reports.ts'
import * as reports from '../report/rows.ts'
import { sheetFile } from '../sheet/rows.ts'
import { holdForDoctor } from './doctors.ts'
import { holdReleased, type Readable } from './released.ts'
import * as rows from './rows.ts'

/** Whoever reads results, and as what. */
export type ReadBy = { readonly as: 'patient' | 'doctor'; readonly accountId: number }

/**
 * An order whose results its patient may read: they booked it as a patient, or it is about the owner of their confirmed email.
 * What is out is there also while another sample of the order is still to come; nothing is once the order was cancelled
 * and its money has gone back. To anybody else it is `not_found`.
 */
export async function orderToRead(db: Db, viewer: Viewer, reference: string): Promise<OrderRow> {
  const order = await orderWithResults(db, reference)
  if (!(await isPatientOf(db, viewer, order))) throw new Refusal('not_found')
  return order
}

/**
 * As above, or one that the viewer booked as a doctor. What such a doctor reads of it the patient's consent says, at the
 * moment of the reading.
 */
export async function orderToReadAs(
  db: Db,
  viewer: Viewer,
  reference: string,
): Promise<{ order: OrderRow; by: ReadBy }> {
  const { accountId, type } = viewer
  const order = await orderWithResults(db, reference)
  if (type === 'doctor' && order.account_id === accountId) return { order, by: { as: 'doctor', accountId } }
  if (!(await isPatientOf(db, viewer, order))) throw new Refusal('not_found')
  return { order, by: { as: 'patient', accountId } }
}

async function orderWithResults(db: Db, reference: string): Promise<OrderRow> {
  const order = await orderByReference(db, reference)
  if (!order?.paid_at || !isWorkedOn(order)) throw new Refusal('not_found')
  const waits = order.state === 'scheduled' || order.state === 'sample_collected'
  if (waits && (await reports.testsOut(db, order.id)).length === 0) throw new Refusal('not_found')
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

/** What is released of an order, as much as is theirs to read. Refuses `consent_needed` to a doctor whose patient does not agree to it. */
async function holdReadable(tx: Tx, order: OrderRow, { as, accountId }: ReadBy, at: Date): Promise<Readable> {
  if (as === 'patient') return { ...(await holdReleased(tx, order)), kept: 0, consentId: null }
  const found = await holdForDoctor(tx, order, accountId, at)
  if (!found) throw new Refusal('consent_needed')
  return found
}

type Looked = { readonly order: OrderRow; readonly by: ReadBy; readonly at: Date }

/** The results of an order. That they were read is written down before they are given. */
export async function readReleased(db: Db, { order, by, at }: Looked): Promise<Readable> {
  return await db.transaction().execute(async (tx) => {
    const found = await holdReadable(tx, order, by, at)
    await rows.insertOpenings(tx, openingsOf(found, { order, by, at }, 'screen'))
    return found
  })
}

/** The PDF of a report in force, as it was drawn at its release. Refuses `not_found`, and `consent_needed` as above. */
export async function openSheet(db: Db, { order, by, at }: Looked, reportId: string): Promise<Buffer> {
  return await db.transaction().execute(async (tx) => {
    const readable = await holdReadable(tx, order, by, at)
    const found = readable.released.find(({ report }) => report.id === reportId)
    const file = found && (await sheetFile(tx, reportId, found.version.number))
    if (!found || !file) throw new Refusal('not_found')
    await rows.insertOpenings(tx, openingsOf({ ...readable, released: [found] }, { order, by, at }, 'file'))
    return file
  })
}

function openingsOf(
  { released, consentId }: Pick<Readable, 'released' | 'consentId'>,
  { order, by, at }: Looked,
  way: 'screen' | 'file',
): rows.Opening[] {
  const reader = { account_id: by.accountId, reader: by.as, consent_id: consentId, way, at }
  return released.map(({ version: { report_id, number } }) => ({
    ...{ orderId: order.id, report_id, number },
    ...reader,
  }))
}
