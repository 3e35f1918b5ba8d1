import type { LeftOut } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import { testsSold } from '../../catalogue/index.ts'
import { linesOf, type OrderRow } from '../../orders/index.ts'
import { type SpecimenRow, specimensOf } from '../../specimens/index.ts'
import { takenAt } from './repository.ts'

/** The specimens of an order that a home visit could not take, as the account that booked sees them. */
export async function readMissedSpecimens(
  db: Db,
  order: OrderRow,
): Promise<{ samples: LeftOut[]; taken: number }> {
  const left = (await specimensOf(db, order.id)).flatMap((one) =>
    one.untaken && one.state !== 'rejected' ? [one] : [],
  )
  const visitId = left[0]?.untaken?.visitId
  if (visitId === undefined) return { samples: [], taken: 0 }
  const [sold, taken] = await Promise.all([
    linesOf(db, order.id).then((lines) => testsSold(db, lines)),
    takenAt(db, visitId),
  ])
  const names = new Map(sold.map(({ testId, name }) => [testId, name]))
  return { samples: left.map((one) => presentLeftOut(one, names)), taken: taken.length }
}

function presentLeftOut(
  { specimen, tests, state, untaken }: SpecimenRow,
  names: ReadonlyMap<number, string>,
): LeftOut {
  return {
    ...{ specimen, state, reason: untaken?.reason ?? 'other', note: untaken?.note ?? null },
    tests: [...new Set(tests.map(({ testId }) => names.get(testId) ?? ''))],
    at: new Date(untaken?.at ?? 0).toISOString(),
  }
}

/** The facts in a mail about a visit that could not take all specimens. */
export type MissedSpecimenNotice = { readonly taken: number; readonly reasons: readonly LeftOut['reason'][] }

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
