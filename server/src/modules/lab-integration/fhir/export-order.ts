import type { Db, Tx } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { Actor } from '../../../infra/http/http.ts'
import { labById, requireMember, worksAt } from '../../labs/index.ts'
import { clinicalRequestOf, linesOf, momentsOf, type OrderRow, orderByReference } from '../../orders/index.ts'
import {
  countReading,
  type InForce,
  partFor,
  type ReadsAs,
  type Released,
  readsAs,
  releasedOf,
  requireProof,
  shareLockByConsent,
  shareLockReleased,
  type TakenBack,
} from '../../result-access/index.ts'
import { codeOf, insertOpenings, isWorkedOn } from '../../results/index.ts'
import { specimensOf } from '../../specimens/index.ts'
import { bundleOf } from './bundle.ts'
import { loincCodes, personOf, reportsReadBy } from './repository.ts'

type Dependencies = {
  readonly db: Db
  readonly clock: Clock
  readonly secret: Secret
  readonly publicUrl: string
}

/**
 * An order as a FHIR bundle for another system of its patient, its lab or its doctor. The reading is recorded before the
 * results are returned. Throws DomainError `not_found`, `patient_unproven` and `too_many`.
 */
export async function exportOrder(
  { db, clock, secret, publicUrl }: Dependencies,
  actor: Actor,
  reference: string,
): Promise<ReturnType<typeof bundleOf>> {
  const at = clock.now()
  const order = await orderByReference(db, reference)
  const as = order && (await readerOf(db, actor, order))
  if (!order || !as) throw new DomainError('not_found')
  await countReading(db, secret, order, actor.accountId, at)
  const { released, withdrawn } = await take(db, order, actor, as, at)
  const [lines, specimens, lab, moments, person, request] = await Promise.all([
    linesOf(db, order.id),
    specimensOf(db, order.id),
    labById(db, order.lab_id),
    momentsOf(db, order.id),
    personOf(db, order.id),
    as === 'lab' ? clinicalRequestOf(db, order.id) : undefined,
  ])
  const given = [...released, ...withdrawn].map(({ report }) => report.test_id)
  const tests = [...lines.map(({ test_id }) => test_id), ...given]
  const values = [...released.flatMap((one) => one.values), ...retractedIn([...released, ...withdrawn])]
  const analytes = values.map(({ analyte_id }) => analyte_id)
  const loinc = await loincCodes(db, tests, analytes)
  const attachmentUrl = ({ report_id: id, number }: InForce['version']) =>
    as === 'lab'
      ? `${publicUrl}/v0/lab/reports/${id}/versions/${number}/attachment`
      : `${publicUrl}/v0/orders/${order.reference}/results/${id}/attachment`
  const codeOfVersion = ({ report_id: id, number }: Pick<InForce['version'], 'report_id' | 'number'>) =>
    codeOf(secret, id, number)
  const facts = { codeOf: codeOfVersion, order, lines, specimens, released, withdrawn, loinc, attachmentUrl }
  const movedAt = moments.at(-1)?.at ?? order.created_at
  const reader = as === 'lab' ? `lab ${order.lab_id}` : `account ${actor.accountId}`
  const patient = patientNumber(secret, reader, person ?? order.reference)
  return bundleOf({ ...facts, patient, movedAt, request, labPhone: lab?.phone ?? '', publicUrl, at })
}

/**
 * The number of a patient for one lab, or one other reader: the same for orders with the same name, sex, date of birth and
 * email, and one of its own for an order without a date of birth. Two labs cannot join a person's orders by it. It is derived
 * with the secret, so that it tells no reader the email.
 */
function patientNumber(secret: Secret, reader: string, person: string): string {
  return secret.derive('FHIR patient', `${reader} ${person}`).toString('hex', 0, 16)
}

const retractedIn = (reports: readonly TakenBack[]) => reports.flatMap(({ retracted }) => retracted)

type ReaderKind = { readonly reads: ReadsAs } | 'doctor' | 'lab'

/**
 * As what an actor may export an order; null if they may not. A patient gets what they may read on the screen. A doctor who
 * booked it gets its tests and specimens, and the results that the patient's consent covers. An unpaid order cannot be
 * exported.
 */
async function readerOf(db: Db, actor: Actor, order: OrderRow): Promise<ReaderKind | null> {
  if (order.paid_at === null) return null
  if (actor.type === 'lab') return worksAt(await requireMember(db, actor), order) ? 'lab' : null
  if (actor.type === 'doctor') return order.account_id === actor.accountId ? 'doctor' : null
  const reads = await readsAs(db, actor, order)
  if (!reads) return null
  const { accountId } = actor
  await requireProof(db, { order, accountId, isOwn: order.account_id === accountId })
  return { reads }
}

/** The results that a reader gets with an order. The reading is recorded before they are returned. */
async function take(
  db: Db,
  order: OrderRow,
  { accountId: account_id }: Actor,
  as: ReaderKind,
  at: Date,
): Promise<Pick<Released, 'released' | 'withdrawn'>> {
  return await db.transaction().execute(async (tx) => {
    const role = typeof as === 'string' ? as : ('patient' as const)
    const seen = { order_id: order.id, role, account_id, what: 'order_seen', at } as const
    const found = await resultsFor(tx, order, as, account_id, at)
    const { released, consentId: consent_id } = found
    const withdrawn = await withReadBefore(tx, order, account_id, found.withdrawn)
    const openings = released.map(({ version: { report_id, number } }) => ({
      ...{ orderId: order.id, report_id, number, account_id, reader: role, consent_id },
      ...{ way: 'file' as const, at },
    }))
    await insertOpenings(tx, openings, seen)
    return { released, withdrawn }
  })
}

/**
 * Adds the withdrawn reports of which the account has read a released version. Its right to read may have ended since, by
 * the end of a consent, an eighteenth birthday or a cancellation; its system must still learn that those values do not hold.
 */
async function withReadBefore(
  tx: Tx,
  order: OrderRow,
  accountId: number,
  readable: readonly TakenBack[],
): Promise<TakenBack[]> {
  const [{ withdrawn }, read] = await Promise.all([
    releasedOf(tx, order),
    reportsReadBy(tx, order.id, accountId),
  ])
  const isReadable = new Set(readable.map(({ report }) => report.id))
  return withdrawn.filter(({ report: { id } }) => isReadable.has(id) || read.has(id))
}

async function resultsFor(tx: Tx, order: OrderRow, as: ReaderKind, accountId: number, at: Date) {
  const nothing = { released: [], withdrawn: [], consentId: null }
  if (!isWorkedOn(order)) return nothing
  if (as === 'doctor') return (await shareLockByConsent(tx, order, accountId, at)) ?? nothing
  const found = await shareLockReleased(tx, order)
  if (as === 'lab') return { ...found, consentId: null }
  const { shown, withdrawn } = await partFor(tx, { order, reads: as.reads }, found, at)
  return { released: shown, withdrawn, consentId: null }
}
