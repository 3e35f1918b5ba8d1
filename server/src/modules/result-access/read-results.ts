import type { Db, Tx } from '../../db.ts'
import type { Files, FileToSend } from '../../infra/files/store/files.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import type { Actor } from '../../infra/http/http.ts'
import { type AccountSummary, accountById } from '../accounts/index.ts'
import { type OrderRow, orderByReference } from '../orders/index.ts'
import {
  insertOpenings,
  isWorkedOn,
  type Opening,
  ownFromAmong,
  type ReportRow,
  reportPdfFile,
  sensitiveAmong,
  testsOut,
} from '../results/index.ts'
import { type Because, pdfName, type ReadsAs, readsAsAccount, withheldBecause } from './policy.ts'
import { requiredProof } from './proof.ts'
import {
  type Ground,
  type InForce,
  mayRead,
  type Released,
  releasedOf,
  shareLockForDoctor,
  shareLockReleased,
  type TakenBack,
} from './released.ts'
import { isProven } from './repository.ts'

/** An order, and as whom an account reads its results; `doctor` booked it and reads by the patient's consent or break-glass. */
type ToRead = {
  readonly order: OrderRow
  readonly reads: ReadsAs | 'doctor'
  readonly accountId: number
  readonly isOwn: boolean
}

/** An order, and as whom an account reads it that is not a doctor's. */
export type PatientsOrder = ToRead & { readonly reads: ReadsAs }

/**
 * An order whose results an account may read: it booked the order as a patient, or owns the patient's confirmed email.
 * Released results can be read while another sample of the order is outstanding; none can be read once the order was
 * cancelled and refunded. Throws DomainError `not_found` for all others. An account that comes by the email alone must have
 * proven to be the patient; otherwise this throws `patient_unproven` with what to enter.
 */
export async function orderToRead(db: Db, actor: Actor, reference: string): Promise<PatientsOrder> {
  const found = await orderOfReader(db, actor, reference)
  await requireResults(db, found.order)
  await requireProof(db, found)
  return found
}

/**
 * As above, or an order that the actor booked as a doctor. The patient's consent decides at the time of reading what the
 * doctor may read.
 */
export async function orderToReadAs(db: Db, actor: Actor, reference: string): Promise<ToRead> {
  const { accountId, type } = actor
  if (type !== 'doctor') return await orderToRead(db, actor, reference)
  const order = await orderByReference(db, reference)
  if (!order?.paid_at || order.account_id !== accountId) throw new DomainError('not_found')
  await requireResults(db, order)
  return { order, reads: 'doctor', accountId, isOwn: true }
}

async function requireResults(db: Db, order: OrderRow): Promise<void> {
  if (!isWorkedOn(order)) throw new DomainError('not_found')
  const hasOutstanding = order.state === 'scheduled' || order.state === 'sample_collected'
  if (hasOutstanding && (await testsOut(db, order.id)).length === 0) throw new DomainError('not_found')
}

/** An order whose results an account may read once there are any, and once it has proven to be the patient if needed. */
export async function orderOfReader(db: Db, actor: Actor, reference: string): Promise<PatientsOrder> {
  const order = await orderByReference(db, reference)
  if (!order?.paid_at) throw new DomainError('not_found')
  const reads = await readsAs(db, actor, order)
  if (!reads) throw new DomainError('not_found')
  const { accountId } = actor
  return { order, reads, accountId, isOwn: order.account_id === accountId }
}

/**
 * Throws DomainError `patient_unproven` if an account comes by the patient's email alone and has not proven to be the
 * patient.
 */
export async function requireProof(
  db: Db,
  { order, accountId, isOwn }: Pick<ToRead, 'order' | 'accountId' | 'isOwn'>,
): Promise<void> {
  if (isOwn || (await isProven(db, order.id, accountId))) return
  throw new DomainError('patient_unproven', { data: { asked: requiredProof(order) } })
}

/** As whom an actor reads an order; null if they may not. */
export async function readsAs(
  db: Db,
  { accountId, type }: Pick<Actor, 'accountId' | 'type'>,
  order: Pick<OrderRow, 'account_id' | 'patient_email' | 'patient_name' | 'for_self' | 'consent'>,
): Promise<ReadsAs | null> {
  if (type !== 'user') return null
  const account = await accountById(db, accountId)
  return account ? readsAsAccount(account, order) : null
}

/** The released results that a reader may read, and those that are only for the patient, with the reason. */
export type Part = {
  readonly shown: readonly InForce[]
  readonly withdrawn: readonly TakenBack[]
  readonly withheld: { test: string; because: Because }[]
  /** The sensitive tests among them. */
  readonly sensitive: ReadonlyMap<number, string>
}

/** The results that a reader may read, and the withdrawn ones that they may know of. */
export async function partFor(
  db: Db,
  { order, reads }: Pick<PatientsOrder, 'order' | 'reads'>,
  { released, withdrawn }: Pick<Released, 'released' | 'withdrawn'>,
  now: Date,
): Promise<Part> {
  const reports = [...released, ...withdrawn].map(({ report }) => report)
  const { sensitive, why } = await withheldFrom(db, { order, reads }, reports, now)
  const whyOf = ({ report, version }: TakenBack) => why(report, version.released_at ?? version.entered_at)
  return {
    sensitive,
    shown: released.filter((one) => whyOf(one) === null),
    withdrawn: withdrawn.filter((one) => whyOf(one) === null),
    withheld: released.flatMap((one) => {
      const because = whyOf(one)
      return because ? [{ test: one.report.test_name, because }] : []
    }),
  }
}

/** Why each of these reports is withheld from a reader, by when it was released; null if it is not. */
async function withheldFrom(
  db: Db,
  { order, reads }: Pick<PatientsOrder, 'order' | 'reads'>,
  reports: readonly Pick<ReportRow, 'test_id'>[],
  now: Date,
) {
  const testIds = reports.map(({ test_id }) => test_id)
  const [sensitive, ownFrom] = await Promise.all([
    sensitiveAmong(db, order, testIds),
    ownFromAmong(db, testIds),
  ])
  const why = ({ test_id: id }: Pick<ReportRow, 'test_id'>, releasedAt: Date) => {
    const result = { releasedAt, isSensitive: sensitive.has(id), ownFrom: ownFrom.get(id) ?? null }
    return withheldBecause(reads, order, result, now)
  }
  return { sensitive, why }
}

/** As whom the account that booked an order may read one released result of it now; null if it may not. */
export async function bookerReads(
  db: Db,
  order: OrderRow,
  booker: AccountSummary,
  { report, releasedAt }: { readonly report: Pick<ReportRow, 'id' | 'test_id'>; readonly releasedAt: Date },
  now: Date,
): Promise<ReadsAs | 'doctor' | null> {
  if (booker.type === 'doctor') return (await mayRead(db, order, report, now)) ? 'doctor' : null
  const reads = readsAsAccount(booker, order)
  if (reads === null) return null
  const { why } = await withheldFrom(db, { order, reads }, [report], now)
  return why(report, releasedAt) === null ? reads : null
}

/** How many of the released results of an order the user who booked it may read now. */
export async function readableByBooker(
  db: Db,
  order: OrderRow,
  booker: AccountSummary,
  now: Date,
): Promise<'all' | 'some' | 'none'> {
  const reads = readsAsAccount(booker, order)
  if (reads === null) return 'none'
  const { shown, withheld } = await partFor(db, { order, reads }, await releasedOf(db, order), now)
  if (withheld.length === 0) return 'all'
  return shown.length > 0 ? 'some' : 'none'
}

/** The results of an order that a reader may read at one time. */
export type Readable = Part &
  Pick<Released, 'waiting'> & {
    /** How many reports are withheld from a doctor, in any state. */
    readonly kept: number
    /** By what a doctor reads each report, by its id. */
    readonly grounds: ReadonlyMap<string, Ground>
    /** Until when a doctor reads some of them by break-glass. */
    readonly openUntil: Date | null
  }

/**
 * The released results of an order that the reader may read. Throws DomainError `consent_needed` to a doctor without the
 * patient's consent who has not used break-glass.
 */
async function holdReadable(tx: Tx, { order, reads, accountId }: ToRead, at: Date): Promise<Readable> {
  if (reads === 'doctor') {
    const found = await shareLockForDoctor(tx, order, accountId, at)
    if (!found) throw new DomainError('consent_needed')
    return { ...found, shown: found.released, withheld: [] }
  }
  const found = await shareLockReleased(tx, order)
  const part = await partFor(tx, { order, reads }, found, at)
  return { ...part, waiting: found.waiting, kept: 0, grounds: new Map(), openUntil: null }
}

/** The results of an order for its reader. The reading is recorded before they are returned. */
export async function readReleased(db: Db, toRead: ToRead, at: Date): Promise<Readable> {
  return await db.transaction().execute(async (tx) => {
    const found = await holdReadable(tx, toRead, at)
    await insertOpenings(tx, openingsOf(found, toRead, 'screen', at))
    return found
  })
}

/** A PDF of a released report, by the start of its file name: ours, as drawn at its release, or the lab's own. */
export type ReportFile = 'report' | 'lab-report'

/** The id of the file with the PDF of a version, to be read after the transaction; null if there is none. */
export async function fileOfVersion(
  tx: Tx,
  version: InForce['version'],
  which: ReportFile,
): Promise<string | null> {
  if (which === 'lab-report') return version.attachment_file
  return (await reportPdfFile(tx, version.report_id, version.number)) ?? null
}

/**
 * A PDF of a released report. The download is recorded first. Throws DomainError `not_found`, also for a report that the
 * reader may not read, `consent_needed` as above, `files_unavailable` and `file_damaged`.
 */
export async function openFile(
  { db, files }: { readonly db: Db; readonly files: Files },
  toRead: ToRead,
  reportId: string,
  which: ReportFile,
  at: Date,
): Promise<FileToSend & { readonly name: string }> {
  const { fileId, name } = await db.transaction().execute(async (tx) => {
    const readable = await holdReadable(tx, toRead, at)
    const found = readable.shown.find(({ report }) => report.id === reportId)
    const fileId = found && (await fileOfVersion(tx, found.version, which))
    if (!found || !fileId) throw new DomainError('not_found')
    await insertOpenings(tx, openingsOf({ ...readable, shown: [found] }, toRead, 'file', at))
    const isSensitive = readable.sensitive.has(found.report.test_id)
    return { fileId, name: pdfName(which, toRead.order.reference, found, isSensitive) }
  })
  return { ...(await files.open(db, fileId)), name }
}

function openingsOf(
  { shown, grounds }: Pick<Readable, 'shown' | 'grounds'>,
  { order, reads, accountId: account_id }: ToRead,
  way: 'screen' | 'file',
  at: Date,
): Opening[] {
  const as = reads === 'doctor' ? ('doctor' as const) : ('patient' as const)
  const reader = { orderId: order.id, account_id, reader: as, way, at }
  return shown.map(({ version: { report_id, number } }) => ({
    ...{ ...reader, report_id, number },
    ...grounds.get(report_id),
  }))
}
