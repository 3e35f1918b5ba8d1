import type { Handover, VisitPhoto } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import { firstName } from '../../../infra/first-name.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { writeDown } from '../../audit/index.ts'
import { requireDuty } from '../../labs/index.ts'
import { lockOrder, type OrderRow } from '../../orders/index.ts'
import type { Colleague } from '../../specimens/index.ts'
import { dutiesFor } from '../../specimens/index.ts'
import { seesPhotos } from '../photos/policy.ts'
import { photosAt } from '../photos/repository.ts'
import { lockVisit } from '../repository.ts'
import { type Missing, openMissing } from './missing.ts'
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
  const known = carried.map(({ accession }) => accession)
  const isTwice = new Set(found).size < found.length
  if (isTwice || !found.every((one) => known.includes(one))) throw new DomainError('wrong_labels')
  // A specimen that the bench has received or rejected has arrived, even if it is not in `found`.
  const missing = carried.filter(
    ({ accession, state }) => state === 'collected' && !found.includes(accession),
  )
  const count = carried.length - missing.length
  const kept = {
    collection_id: visitId,
    order_id: order.id,
    account_id: who.accountId,
    found_count: count,
    at,
  }
  await repository.insertHandover(tx, kept, missing)
  const entry = { order_id: order.id, role: 'lab', account_id: who.accountId } as const
  await writeDown(tx, [{ ...entry, what: 'sample_handled', at }])
  if (missing.length > 0)
    await openMissing(tx, missingOf(order, visitId, missing, visit.delivered_count, count), at)
  return { found: count, missing: missing.length }
}

function missingOf(
  { reference }: OrderRow,
  visitId: string,
  missing: readonly repository.Carried[],
  given: number | null,
  found: number,
): Missing {
  return { visitId, reference, accessions: missing.map(({ accession }) => accession), given, found }
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
    ...{ visit: row.visit, order: row.reference, location: row.location, state: row.state },
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
