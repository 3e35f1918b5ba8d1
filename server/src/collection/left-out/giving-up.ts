import { type AwaitedSamples, kobo, nairaOf } from '@labalaba/contract'
import { writeDown } from '../../audit/index.ts'
import {
  freePlaces,
  type LineRow,
  linesOf,
  lockOrder,
  type OrderRow,
  orderByReference,
} from '../../booking/index.ts'
import { type SoldTest, testsSold } from '../../catalogue/index.ts'
import type { Db, Tx } from '../../db.ts'
import { publish } from '../../events.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { type SpecimenRow, specimensOf } from '../specimen/rows.ts'
import { canGiveUp, type GiverUp, giveUpAwaited, isAwaited, takesSpecimen } from '../specimen/specimens.ts'
import { lockOpenVisit, newestVisit } from '../visit/rows.ts'

/** What somebody has given up, for whoever decides about its money. Nobody's test is named in it. */
export type GivenUp = Worth & {
  readonly order: OrderRow
  /** What it is about: the visit that could not take it, or the sample that takes the place of a rejected one. */
  readonly subject: string
  readonly samples: number
}

type Worth = {
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

/**
 * What of an order must be taken once more is given up: it is asked for no more, the order goes on as far as its other
 * samples and results are, and operators are asked about its money. Again changes nothing. Answers what the tests cost that
 * nobody will do. Refuses `wrong_state`, also while somebody is on the way to take it, and where other samples are awaited
 * than were seen.
 */
export async function giveUp(
  tx: Tx,
  needs: GivingUpNeeds,
  orderId: number,
  by: GiverUp & { readonly accessions: readonly string[] | 'all' },
): Promise<Worth> {
  const seen = await lockOrder(tx, orderId)
  const visit = await lockOpenVisit(tx, orderId)
  const before = await specimensOf(tx, orderId)
  const { order, given } = await giveUpAwaited(tx, seen, by)
  const [first] = given
  if (!first) return { kobo: 0, isPartOfPackage: false }
  if (visit?.state === 'on_the_way') throw new DomainError('wrong_state')
  const worth = await worthOf(tx, orderId, before, given)
  const subject = first.untaken?.visitId ?? first.id
  await needs.askAboutGivenUp(tx, { order, subject, samples: given.length, ...worth }, by.at)
  if (by.actor === 'operator') {
    const entry = { order_id: orderId, role: 'operator', account_id: by.accountId } as const
    await writeDown(tx, [{ ...entry, what: 'sample_handled', at: by.at }])
    // Whoever did it themselves knows.
    await publish(tx, 'order.given_up_for', { orderId, noticeKey: first.id })
  }
  await publish(tx, 'order.left_out_given_up', { orderId })
  if (order.state === 'scheduled') return worth
  await freePlaces(tx, [orderId])
  await needs.finishOrder(tx, order, by.at)
  return worth
}

/**
 * What of an order's price is for tests that nobody will do without these of its samples: whole lines, as a package has one
 * price. Of a package of which a part was given up before, the rest alone cannot be told.
 */
async function worthOf(
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

/** Whether what must be taken once more of an order can be given up now; else the booking can be cancelled instead. */
export async function isBegun(db: Db, reference: string): Promise<boolean> {
  const order = await orderByReference(db, reference)
  return order !== undefined && (await canGiveUp(db, order, await specimensOf(db, order.id)))
}

/** What of an order must be taken once more, and what of its money is asked back for whoever gives it up. */
export async function readAwaited(db: Db, order: OrderRow): Promise<AwaitedSamples> {
  const specimens = await specimensOf(db, order.id)
  const awaited = specimens.filter(isAwaited)
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
