import type { Handover, VisitPhoto } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { firstName } from '../../../infra/first-name.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { writeDown } from '../../audit/index.ts'
import { addFound, closeCaseAbout, hasCase, openCase, openSubjects } from '../../cases/index.ts'
import { requireDuty } from '../../labs/index.ts'
import { lockOrder } from '../../orders/index.ts'
import { type Colleague, dutiesFor } from '../../specimens/index.ts'
import { seesPhotos } from '../photos/policy.ts'
import { photosAt } from '../photos/repository.ts'
import { lockVisit } from '../repository.ts'
import * as repository from './repository.ts'

/**
 * A staff member of the lab has counted the specimens of a home visit, whether or not the phlebotomist reported the
 * handover: `found` are the labels that are there. For missing ones a case is opened for operators in the same transaction.
 * Calling it again with the same count has no effect. Throws `not_found` if the staff member may not see the order,
 * `not_your_duty`, `wrong_labels`, and `wrong_state` before anything was taken, if the order is cancelled, and if a
 * different count is already stored.
 */
export async function confirm(
  tx: Tx,
  who: Colleague,
  visitId: string,
  found: readonly string[],
  at: Date,
): Promise<{ found: number; missing: number }> {
  const orderId = await repository.orderOfVisit(tx, who.sight, visitId)
  if (orderId === undefined) throw new DomainError('not_found')
  const order = await lockOrder(tx, orderId)
  const visit = await lockVisit(tx, visitId)
  requireDuty(who.member, ...dutiesFor.receive)
  if (visit?.state !== 'collected' && visit?.state !== 'delivered') throw new DomainError('wrong_state')
  const carried = await repository.carriedBy(tx, visitId)
  if (await repository.handoverOf(tx, visitId)) return sameAgain(carried, found)
  if (order.state === 'cancelled') throw new DomainError('wrong_state')
  const labels = carried.map(({ accession }) => accession)
  const isTwice = new Set(found).size < found.length
  if (isTwice || !found.every((one) => labels.includes(one))) throw new DomainError('wrong_labels')
  // A specimen that the bench has received or rejected has arrived, even if it is not in `found`.
  const missing = carried.filter(
    ({ accession, state }) => state === 'collected' && !found.includes(accession),
  )
  const count = carried.length - missing.length
  const handover = { collection_id: visitId, order_id: order.id, account_id: who.accountId, at }
  await repository.insertHandover(tx, { ...handover, found_count: count }, missing)
  const entry = { order_id: order.id, role: 'lab', account_id: who.accountId } as const
  await writeDown(tx, [{ ...entry, what: 'sample_handled', at }])
  if (missing.length > 0) {
    const accessions = missing.map(({ accession }) => accession)
    const counts = { given: visit.delivered_count, found: count }
    await openMissing(tx, { visitId, reference: order.reference, accessions, ...counts }, at)
  }
  return { found: count, missing: missing.length }
}

/** Returns the stored count. Throws `wrong_state` if it differs from this one. */
function sameAgain(carried: readonly repository.Carried[], found: readonly string[]) {
  const there = carried.filter(({ isMissing }) => !isMissing)
  const missing = carried.length - there.length
  const isSame =
    found.every((label) => there.some(({ accession }) => accession === label)) &&
    there.every(({ accession, state }) => state !== 'collected' || found.includes(accession))
  if (!isSame) throw new DomainError('wrong_state')
  return { found: there.length, missing }
}

/** The most handovers that are listed. More are in transit only if something else is wrong. */
const most = 200

/** Specimens of home visits that the lab does not have yet, as its staff see them. */
export async function listOf(
  db: Db,
  { sight, member }: Pick<Colleague, 'sight' | 'member'>,
  now: Date,
): Promise<Handover[]> {
  const late = repository.dueBefore(now)
  const open = await repository.listOpen(db, sight, most)
  const visits = seesPhotos(member.duties) ? open.map(({ visit }) => visit) : []
  const photos = await photosAt(db, visits)
  return open.map((one) =>
    present(
      one,
      photos.filter(({ visit }) => visit === one.visit),
      late,
    ),
  )
}

function present(row: repository.HandoverRow, photos: VisitPhoto[], late: Date): Handover {
  const { confirmed_at: confirmedAt, confirmed_by: by, found_count: found } = row
  return {
    visit: row.visit,
    order: row.reference,
    location: row.location,
    state: row.state,
    phlebotomist: row.phlebotomist === null ? null : firstName(row.phlebotomist),
    collectedAt: row.collected_at.toISOString(),
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    given: row.delivered_count,
    samples: row.samples.map(({ id: _, ...one }) => one),
    confirmed:
      confirmedAt && found !== null
        ? { by: by === null ? null : firstName(by), at: confirmedAt.toISOString(), found }
        : null,
    isLate: row.state !== 'missing' && row.collected_at < late,
    photos,
  }
}

/** Specimens of a home visit that are not with the lab, for the operator who looks for them. */
type Missing = {
  readonly visitId: string
  readonly reference: string
  /** The accession numbers on their labels. */
  readonly accessions: readonly string[]
  /** How many the phlebotomist reported as handed over, and how many the lab counted; null before that. */
  readonly given: number | null
  readonly found: number | null
}

const kind = 'samples_missing'
/** The most visits checked in one run. More specimens are missing only if something else is wrong. */
const mostChecked = 1000

/**
 * Opens a case: specimens of a home visit are not with the lab, and an operator looks for them by their accession numbers.
 * If a case of the visit is already open, its facts are updated.
 */
async function openMissing(tx: Tx, missing: Missing, now: Date): Promise<void> {
  const { visitId: subject, reference: orderReference, accessions, given, found } = missing
  const facts = {
    labels_missing: accessions.join(', '),
    ...(given === null ? {} : { handed_over: given }),
    ...(found === null ? {} : { found_at_the_lab: found }),
  }
  const opened = await openCase(tx, { kind, subject, orderReference, found: facts }, now)
  if (!opened) await addFound(tx, kind, subject, facts)
}

/**
 * Opens cases for specimens that were taken long ago and have not reached a lab; closes the cases of those that have since.
 */
export async function watchMissing({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<void> {
  const now = clock.now()
  for (const visit of await repository.uncountedSince(db, repository.dueBefore(now), mostChecked))
    await db.transaction().execute(async (tx) => {
      if (await hasCase(tx, kind, visit.visitId)) return
      // If the lab counts at this moment, its case has more facts: `openCase` leaves it as it is.
      const found = { labels_missing: visit.accessions.join(', ') }
      await openCase(tx, { kind, subject: visit.visitId, orderReference: visit.reference, found }, now)
    })
  for (const visitId of await repository.arrivedAmong(db, await openSubjects(db, kind)))
    await db
      .transaction()
      .execute((tx) => closeCaseAbout(tx, kind, visitId, 'We no longer look for samples of this visit.', now))
}
