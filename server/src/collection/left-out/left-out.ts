import type { LeftOut } from '@labalaba/contract'
import { freePlaces, linesOf, lockOrder, type OrderRow } from '../../booking/index.ts'
import { testsSold } from '../../catalogue/index.ts'
import type { Db, Tx } from '../../db.ts'
import { announce } from '../../news.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type SpecimenRow, specimensOf } from '../specimen/rows.ts'
import { giveUpLeftOut, isInForce, isTakenInPart, takesSpecimen } from '../specimen/specimens.ts'
import { lockOpenVisit, newestVisit } from '../visit/rows.ts'
import { takenAt } from './rows.ts'

/** What somebody has given up, for whoever decides about its money. Nobody's test is named in it. */
export type GivenUp = {
  readonly order: OrderRow
  /** The visit that could not take it. */
  readonly visitId: string
  readonly samples: number
  /** What the lines cost, in kobo, of which now nothing is done. */
  readonly kobo: number
  /** Some of a package is given up and some of it done, so that what it is worth is for a person to say. */
  readonly isPartOfPackage: boolean
}

export type GivingUpNeeds = {
  /** Asks operators about the money. Payments stand above samples, so it is handed in; and so is the next. */
  readonly askAboutGivenUp: (tx: Tx, given: GivenUp, now: Date) => Promise<void>
  /** Moves an order on whose results are all out. */
  readonly finishOrder: (tx: Tx, order: OrderRow, at: Date) => Promise<void>
}

type Owner = { readonly actor: 'patient' | 'doctor'; readonly accountId: number }

/**
 * Whoever booked gives up what a home visit could not take. It is asked for no more, the order goes on as far as its other
 * samples and results are, and operators are asked about its money. Again changes nothing. Refuses `wrong_state` also
 * while somebody is on the way to take it.
 */
export async function giveUp(
  tx: Tx,
  needs: GivingUpNeeds,
  orderId: number,
  owner: Owner,
  at: Date,
): Promise<void> {
  const seen = await lockOrder(tx, orderId)
  const visit = await lockOpenVisit(tx, orderId)
  const { order, given } = await giveUpLeftOut(tx, seen, { ...owner, at })
  const visitId = given[0]?.untaken?.visitId
  if (visitId === undefined) return
  if (visit?.state === 'on_the_way') throw new Refusal('wrong_state')
  const worth = await worthOf(tx, orderId, given)
  await needs.askAboutGivenUp(tx, { order, visitId, samples: given.length, ...worth }, at)
  await announce(tx, 'order.left_out_given_up', { orderId })
  if (order.state === 'scheduled') return
  await freePlaces(tx, [orderId])
  await needs.finishOrder(tx, order, at)
}

/** What of an order's price is for tests that nobody will do: whole lines, as a package has one price. */
async function worthOf(
  tx: Tx,
  orderId: number,
  given: readonly SpecimenRow[],
): Promise<Pick<GivenUp, 'kobo' | 'isPartOfPackage'>> {
  const lines = await linesOf(tx, orderId)
  const [specimens, sold] = await Promise.all([specimensOf(tx, orderId), testsSold(tx, lines)])
  const serves = (position: number) => (one: SpecimenRow) =>
    one.tests.some((test) => test.position === position)
  const touched = lines.filter(({ position }) => given.some(serves(position)))
  const isDone = (position: number) =>
    specimens.filter(isInForce).some(serves(position)) ||
    sold.some((test) => test.position === position && !takesSpecimen(test))
  const whole = touched.filter(({ position }) => !isDone(position))
  return {
    kobo: whole.reduce((total, line) => total + line.price_kobo, 0),
    isPartOfPackage: whole.length < touched.length,
  }
}

/** What of an order a home visit could not take, as whoever booked it sees it. */
export async function readLeftOut(
  db: Db,
  order: OrderRow,
): Promise<{ samples: LeftOut[]; taken: number; canGiveUp: boolean }> {
  const all = await specimensOf(db, order.id)
  const left = all.flatMap((one) => (one.untaken && one.state !== 'rejected' ? [one] : []))
  const visitId = left[0]?.untaken?.visitId
  if (visitId === undefined) return { samples: [], taken: 0, canGiveUp: false }
  const [sold, taken, visit] = await Promise.all([
    linesOf(db, order.id).then((lines) => testsSold(db, lines)),
    takenAt(db, visitId),
    newestVisit(db, order.id),
  ])
  const names = new Map(sold.map(({ testId, name }) => [testId, name]))
  return {
    samples: left.map((one) => presentLeftOut(one, names)),
    taken: taken.length,
    canGiveUp: order.state === 'scheduled' && isTakenInPart(all) && visit?.state !== 'on_the_way',
  }
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

/** What a mail about a visit says that could not take all of its samples. */
export type LeftOutNotice = { readonly taken: number; readonly reasons: readonly LeftOut['reason'][] }

/** What a visit took and what it could not and is still wanted, for a mail about it. No test is named. */
export async function leftOutNotice(db: Db, visitId: string, orderId: number): Promise<LeftOutNotice> {
  const left = (await specimensOf(db, orderId)).filter(
    ({ state, untaken }) => state === 'expected' && untaken?.visitId === visitId,
  )
  return {
    taken: (await takenAt(db, visitId)).length,
    reasons: left.flatMap(({ untaken }) => (untaken ? [untaken.reason] : [])),
  }
}
