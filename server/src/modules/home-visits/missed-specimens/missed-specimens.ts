import {
  type AwaitedSamples,
  formatDay,
  kobo,
  lagosDate,
  type MissedSpecimen,
  nairaOf,
} from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import {
  addFound,
  closeCaseAbout,
  type Found,
  openCase,
  openSubjects,
  wasOpenSince,
} from '../../cases/index.ts'
import { type SoldTest, testsSold } from '../../catalogue/index.ts'
import { type LineRow, linesOf, type OrderRow, orderByReference } from '../../orders/index.ts'
import {
  canCancelOutstanding,
  isOutstanding,
  type SpecimenRow,
  specimensOf,
  takesSpecimen,
} from '../../specimens/index.ts'
import { newestVisit } from '../repository.ts'
import { type LongOutstanding, outstandingNoMore, outstandingSince, takenAt } from './repository.ts'

/** The specimens of an order that a home visit could not take, as the account that booked sees them. */
export async function readMissedSpecimens(
  db: Db,
  order: OrderRow,
): Promise<{ samples: MissedSpecimen[]; taken: number }> {
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
  return { samples: left.map((one) => presentMissed(one, names)), taken: taken.length }
}

function presentMissed(
  { specimen, tests, state, untaken }: SpecimenRow,
  names: ReadonlyMap<number, string>,
): MissedSpecimen {
  return {
    specimen,
    state,
    reason: untaken?.reason ?? 'other',
    note: untaken?.note ?? null,
    tests: [...new Set(tests.map(({ testId }) => names.get(testId) ?? ''))],
    at: new Date(untaken?.at ?? 0).toISOString(),
  }
}

/** The price of what is no longer done when specimens are cancelled. */
export type CancelledAmount = {
  /** The price of the lines for which no test is done any more, in kobo. */
  readonly kobo: number
  /** A part of a package is cancelled and a part is done, so a person must decide its value. */
  readonly isPartOfPackage: boolean
}

/**
 * The part of an order's price for tests that are not done without these specimens. Only whole lines count, as a package
 * has one price. If a part of a package was cancelled before, the value of the rest cannot be told.
 */
export async function cancelledAmountOf(
  db: Db,
  orderId: number,
  specimens: readonly SpecimenRow[],
  given: readonly SpecimenRow[],
): Promise<CancelledAmount> {
  const lines = await linesOf(db, orderId)
  return amountAmong(lines, await testsSold(db, lines), specimens, given)
}

function amountAmong(
  lines: readonly LineRow[],
  sold: readonly SoldTest[],
  specimens: readonly SpecimenRow[],
  given: readonly SpecimenRow[],
): CancelledAmount {
  const serves = (position: number) => (one: SpecimenRow) =>
    one.tests.some((test) => test.position === position)
  const without = specimens.filter((one) => !given.some(({ id }) => id === one.id))
  const touched = lines.filter(({ position }) => given.some(serves(position)))
  const isKept = (position: number) =>
    without.filter(({ state }) => state !== 'rejected').some(serves(position)) ||
    sold.some((test) => test.position === position && !takesSpecimen(test))
  const whole = touched.filter(({ position }) => !isKept(position))
  return {
    kobo: whole.reduce((total, line) => total + line.price_kobo, 0),
    isPartOfPackage: whole.length < touched.length,
  }
}

/** Whether the outstanding specimens of an order can be cancelled now; if not, the booking can be cancelled instead. */
async function isBegun(db: Db, reference: string): Promise<boolean> {
  const order = await orderByReference(db, reference)
  return order !== undefined && (await canCancelOutstanding(db, order, await specimensOf(db, order.id)))
}

/** The outstanding specimens of an order, and how much of its price the account that booked gets back by cancelling them. */
export async function readOutstanding(db: Db, order: OrderRow): Promise<AwaitedSamples> {
  const specimens = await specimensOf(db, order.id)
  const outstanding = specimens.filter(isOutstanding)
  if (outstanding.length === 0) return { samples: [], refund: null, isPartOfPackage: false, canGiveUp: false }
  const [lines, visit, mayGive] = await Promise.all([
    linesOf(db, order.id),
    newestVisit(db, order.id),
    canCancelOutstanding(db, order, specimens),
  ])
  const sold = await testsSold(db, lines)
  const names = new Map(sold.map(({ testId, name }) => [testId, name]))
  const amount = amountAmong(lines, sold, specimens, outstanding)
  return {
    samples: outstanding.map(({ accession, specimen, tests }) => ({
      accession,
      specimen,
      tests: [...new Set(tests.map(({ testId }) => names.get(testId) ?? ''))],
    })),
    refund: amount.kobo > 0 ? nairaOf(kobo(amount.kobo)) : null,
    isPartOfPackage: amount.isPartOfPackage,
    canGiveUp: mayGive && visit?.state !== 'on_the_way',
  }
}

const day = 24 * 60 * 60 * 1000
/**
 * How long a specimen may be outstanding before a case is opened, in milliseconds: a patient who works all week has two
 * weekends to come, and the other results of the order are not read much later than the specimens were taken.
 */
export const patience = 14 * day
/** The most orders checked in one run. More are waiting only if something else is wrong. */
const most = 1000

/**
 * Opens cases for orders with a long outstanding specimen, so that operators know of each. A case that an operator closed
 * is opened again after `patience` if the order still waits. Closes the cases of orders that no longer wait.
 */
export async function watchOutstanding({
  db,
  clock,
}: {
  readonly db: Db
  readonly clock: Clock
}): Promise<void> {
  const now = clock.now()
  const before = new Date(now.getTime() - patience)
  for (const order of await outstandingSince(db, before, lagosDate(now), most))
    await db.transaction().execute(async (tx) => {
      if (await wasOpenSince(tx, 'sample_awaited', order.reference, before)) return
      await openCase(tx, caseOf(order, await isBegun(tx, order.reference)), now)
    })
  const open = await openSubjects(db, 'sample_awaited')
  // Other specimens may have been taken or rejected since: `is_begun` then changes, and with it how the case is resolved.
  for (const reference of open) {
    const found = { is_begun: await isBegun(db, reference) }
    await db.transaction().execute((tx) => addFound(tx, 'sample_awaited', reference, found))
  }
  for (const reference of await outstandingNoMore(db, open))
    await db
      .transaction()
      .execute((tx) => closeCaseAbout(tx, 'sample_awaited', reference, 'The order no longer waits.', now))
}

function caseOf({ reference, samples, since }: LongOutstanding, begun: boolean): Found {
  return {
    kind: 'sample_awaited',
    subject: reference,
    orderReference: reference,
    found: { samples_awaited: samples, awaited_since: formatDay(lagosDate(since)), is_begun: begun },
  }
}
