import { type AwaitedSamples, kobo, nairaOf } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import { type SoldTest, testsSold } from '../../catalogue/index.ts'
import { type LineRow, linesOf, type OrderRow, orderByReference } from '../../orders/index.ts'
import {
  canGiveUp,
  isOutstanding,
  type SpecimenRow,
  specimensOf,
  takesSpecimen,
} from '../../specimens/index.ts'
import { newestVisit } from '../repository.ts'

export type Worth = {
  /** The price of the lines for which no test is done any more, in kobo. */
  readonly kobo: number
  /** A part of a package is given up and a part is done, so a person must decide its value. */
  readonly isPartOfPackage: boolean
}

/**
 * The part of an order's price for tests that are not done without these specimens. Only whole lines count, as a package
 * has one price. If a part of a package was given up before, the value of the rest cannot be told.
 */
export async function worthOf(
  db: Db,
  orderId: number,
  specimens: readonly SpecimenRow[],
  given: readonly SpecimenRow[],
): Promise<Worth> {
  const lines = await linesOf(db, orderId)
  return worthAmong(lines, await testsSold(db, lines), specimens, given)
}

function worthAmong(
  lines: readonly LineRow[],
  sold: readonly SoldTest[],
  specimens: readonly SpecimenRow[],
  given: readonly SpecimenRow[],
): Worth {
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

/** Whether the outstanding specimens of an order can be given up now; if not, the booking can be cancelled instead. */
export async function isBegun(db: Db, reference: string): Promise<boolean> {
  const order = await orderByReference(db, reference)
  return order !== undefined && (await canGiveUp(db, order, await specimensOf(db, order.id)))
}

/** The outstanding specimens of an order, and how much of its price the account that booked gets back by giving them up. */
export async function readOutstanding(db: Db, order: OrderRow): Promise<AwaitedSamples> {
  const specimens = await specimensOf(db, order.id)
  const awaited = specimens.filter(isOutstanding)
  if (awaited.length === 0) return { samples: [], refund: null, isPartOfPackage: false, canGiveUp: false }
  const [lines, visit, mayGive] = await Promise.all([
    linesOf(db, order.id),
    newestVisit(db, order.id),
    canGiveUp(db, order, specimens),
  ])
  const sold = await testsSold(db, lines)
  const names = new Map(sold.map(({ testId, name }) => [testId, name]))
  const worth = worthAmong(lines, sold, specimens, awaited)
  return {
    samples: awaited.map(({ accession, specimen, tests }) => ({
      ...{ accession, specimen },
      tests: [...new Set(tests.map(({ testId }) => names.get(testId) ?? ''))],
    })),
    refund: worth.kobo > 0 ? nairaOf(kobo(worth.kobo)) : null,
    isPartOfPackage: worth.isPartOfPackage,
    canGiveUp: mayGive && visit?.state !== 'on_the_way',
  }
}
