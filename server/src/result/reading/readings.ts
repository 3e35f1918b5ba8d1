import { accountById } from '../../account/index.ts'
import { type OrderRow, orderByReference } from '../../booking/index.ts'
import type { Db, Tx } from '../../db.ts'
import { DomainError } from '../../platform/domain-error.ts'
import type { Actor } from '../../platform/http.ts'
import { sensitiveAmong } from '../analyte/sensitive-repository.ts'
import { type FileInPieces, inPieces } from '../attachment/pieces.ts'
import { isWorkedOn } from '../report/reports.ts'
import * as reports from '../report/repository.ts'
import { sheetFile } from '../sheet/repository.ts'
import { holdForDoctor } from './doctors.ts'
import { type Because, type ReadsAs, readsAsAccount, withheldBecause } from './policy.ts'
import { askedOf } from './proof.ts'
import { isProven } from './proof-repository.ts'
import { holdReleased, type InForce, type Released, type TakenBack } from './released.ts'
import * as repository from './repository.ts'

/** An order, and as whom somebody reads its results: a doctor who booked it, by the patient's consent. */
export type ToRead = {
  readonly order: OrderRow
  readonly reads: ReadsAs | 'doctor'
  readonly accountId: number
  readonly isOwn: boolean
}

/** An order, and as whom somebody reads it who is no doctor. */
export type PatientsOrder = ToRead & { readonly reads: ReadsAs }

/**
 * An order whose results somebody may read: they booked it as a patient, or it is about the owner of their confirmed email.
 * What is out is there also while another sample of the order is still to come; nothing is once the order was cancelled
 * and its money has gone back.
 * To anybody else it is `not_found`. Whoever
 * comes by the email alone has shown that they know the patient, or is refused `patient_unproven` with what is asked.
 */
export async function orderToRead(db: Db, actor: Actor, reference: string): Promise<PatientsOrder> {
  const found = await orderOfReader(db, actor, reference)
  await requireResults(db, found.order)
  await requireProof(db, found)
  return found
}

/**
 * As above, or one that the actor booked as a doctor. What such a doctor reads of it the patient's consent says, at the
 * moment of the reading.
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
  const waits = order.state === 'scheduled' || order.state === 'sample_collected'
  if (waits && (await reports.testsOut(db, order.id)).length === 0) throw new DomainError('not_found')
}

/** An order of which somebody may read results once there are any, and once they have shown what they are asked. */
export async function orderOfReader(db: Db, actor: Actor, reference: string): Promise<PatientsOrder> {
  const order = await orderByReference(db, reference)
  if (!order?.paid_at) throw new DomainError('not_found')
  const reads = await readsAs(db, actor, order)
  if (!reads) throw new DomainError('not_found')
  const { accountId } = actor
  return { order, reads, accountId, isOwn: order.account_id === accountId }
}

/** Refuses `patient_unproven` to whoever comes by the patient's email alone and has not shown to be that patient. */
export async function requireProof(
  db: Db,
  { order, accountId, isOwn }: Pick<ToRead, 'order' | 'accountId' | 'isOwn'>,
): Promise<void> {
  if (isOwn || (await isProven(db, order.id, accountId))) return
  throw new DomainError('patient_unproven', { data: { asked: askedOf(order) } })
}

/** As whom somebody reads an order, null for whoever does not. */
export async function readsAs(
  db: Db,
  { accountId, type }: Pick<Actor, 'accountId' | 'type'>,
  order: Pick<OrderRow, 'account_id' | 'patient_email' | 'patient_name' | 'for_self' | 'consent'>,
): Promise<ReadsAs | null> {
  if (type !== 'user') return null
  const account = await accountById(db, accountId)
  return account ? readsAsAccount(account, order) : null
}

/** What of the results that are out their reader may read, and what is for the patient alone, with why. */
export type Part = {
  readonly shown: readonly InForce[]
  readonly withdrawn: readonly TakenBack[]
  readonly withheld: { test: string; because: Because }[]
  /** Which of the tests are sensitive. */
  readonly sensitive: ReadonlyMap<number, string>
}

/** The part of some results that their reader may read, and may know that they were taken back. */
export async function partFor(
  db: Db,
  { order, reads }: Pick<PatientsOrder, 'order' | 'reads'>,
  { released, withdrawn }: Pick<Released, 'released' | 'withdrawn'>,
  now: Date,
): Promise<Part> {
  const sensitive = await sensitiveAmong(
    db,
    order,
    [...released, ...withdrawn].map(({ report }) => report.test_id),
  )
  const because = ({ report, version }: TakenBack) => {
    const releasedAt = version.released_at ?? version.entered_at
    return withheldBecause(reads, order, { releasedAt, isSensitive: sensitive.has(report.test_id) }, now)
  }
  return {
    sensitive,
    shown: released.filter((one) => because(one) === null),
    withdrawn: withdrawn.filter((one) => because(one) === null),
    withheld: released.flatMap((one) => {
      const why = because(one)
      return why ? [{ test: one.report.test_name, because: why }] : []
    }),
  }
}

/** What somebody reads of an order at one moment. */
export type Readable = Part &
  Pick<Released, 'waiting'> & {
    /** Kept from a doctor, whatever there is of it. */
    readonly kept: number
    /** By which a doctor reads. */
    readonly consentId: string | null
  }

/** What is released of an order, as much as is theirs to read. Refuses `consent_needed` to a doctor whose patient does not agree to it. */
async function holdReadable(tx: Tx, { order, reads, accountId }: ToRead, at: Date): Promise<Readable> {
  if (reads === 'doctor') {
    const found = await holdForDoctor(tx, order, accountId, at)
    if (!found) throw new DomainError('consent_needed')
    return { ...found, shown: found.released, withheld: [] }
  }
  const found = await holdReleased(tx, order)
  const part = await partFor(tx, { order, reads }, found, at)
  return { ...part, waiting: found.waiting, kept: 0, consentId: null }
}

/** The results of an order, for its reader. That they were read is written down before they are given. */
export async function readReleased(db: Db, toRead: ToRead, at: Date): Promise<Readable> {
  return await db.transaction().execute(async (tx) => {
    const found = await holdReadable(tx, toRead, at)
    await repository.insertOpenings(tx, openingsOf(found, toRead, 'screen', at))
    return found
  })
}

/** What a file of a report in force is found by: an order as somebody reads it, which of its reports, and when. */
type Saving = { readonly toRead: ToRead; readonly reportId: string; readonly at: Date }

/** The PDF of a report in force, as it was drawn at its release. Refuses `not_found`, also what is not this reader's to read, and `consent_needed` as above. */
export async function openSheet(db: Db, saving: Saving): Promise<Buffer> {
  return await saveOne(db, saving, async (tx, { version }) => sheetFile(tx, saving.reportId, version.number))
}

/** The lab's own PDF that belongs to a report in force. Refuses as above. */
export async function openAttachment(db: Db, saving: Saving): Promise<FileInPieces> {
  return await saveOne(db, saving, async (_, { version }) => inPieces(db, version))
}

/** A file of a report in force; that it was saved is written down first. */
async function saveOne<F>(
  db: Db,
  { toRead, reportId, at }: Saving,
  fileOf: (tx: Tx, found: InForce) => Promise<F | undefined>,
): Promise<F> {
  return await db.transaction().execute(async (tx) => {
    const readable = await holdReadable(tx, toRead, at)
    const found = readable.shown.find(({ report }) => report.id === reportId)
    const file = found && (await fileOf(tx, found))
    if (!found || !file) throw new DomainError('not_found')
    await repository.insertOpenings(tx, openingsOf({ ...readable, shown: [found] }, toRead, 'file', at))
    return file
  })
}

function openingsOf(
  { shown, consentId: consent_id }: Pick<Readable, 'shown' | 'consentId'>,
  { order, reads, accountId: account_id }: ToRead,
  way: 'screen' | 'file',
  at: Date,
): repository.Opening[] {
  const as = reads === 'doctor' ? ('doctor' as const) : ('patient' as const)
  const reader = { orderId: order.id, account_id, reader: as, consent_id, way, at }
  return shown.map(({ version: { report_id, number } }) => ({ ...reader, report_id, number }))
}
