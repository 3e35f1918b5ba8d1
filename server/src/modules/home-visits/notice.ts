import type { MissedSpecimen } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import type { Secret } from '../../infra/config/secret.ts'
import { firstName } from '../../infra/first-name.ts'
import { staffById } from '../accounts/index.ts'
import { type OrderRow, orderById } from '../orders/index.ts'
import { specimensOf } from '../specimens/index.ts'
import { doorCode } from './door-code.ts'
import { takenAt } from './missed-specimens/repository.ts'
import * as repository from './repository.ts'

/** The facts in a mail about a home visit. */
export type VisitNotice = {
  readonly order: OrderRow
  readonly state: repository.VisitRow['state']
  readonly phlebotomist: string
  /** Null once the phlebotomist is in. */
  readonly doorCode: string | null
  readonly missedReason: repository.VisitRow['missed_reason']
}

/** The facts for a mail about a visit. */
export async function visitNotice(db: Db, secret: Secret, visitId: string): Promise<VisitNotice | undefined> {
  const visit = await repository.visitById(db, visitId)
  const order = visit && (await orderById(db, visit.order_id))
  if (!order) return undefined
  const member = visit.staff_id ? await staffById(db, visit.staff_id) : undefined
  return {
    order,
    state: visit.state,
    missedReason: visit.missed_reason,
    phlebotomist: firstName(member?.name ?? ''),
    doorCode: visit.arrived_at ? null : doorCode(secret, visit),
  }
}

/** The facts in a mail about a visit that could not take all specimens. */
export type MissedSpecimenNotice = {
  readonly taken: number
  readonly reasons: readonly MissedSpecimen['reason'][]
}

/** How many specimens a visit took, and why it could not take those still expected. No test is named. */
export async function missedSpecimenNotice(
  db: Db,
  visitId: string,
  orderId: number,
): Promise<MissedSpecimenNotice> {
  const left = (await specimensOf(db, orderId)).filter(
    ({ state, untaken }) => state === 'expected' && untaken?.visitId === visitId,
  )
  return {
    taken: (await takenAt(db, visitId)).length,
    reasons: left.flatMap(({ untaken }) => (untaken ? [untaken.reason] : [])),
  }
}
