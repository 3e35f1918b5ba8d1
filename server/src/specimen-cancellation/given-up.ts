import { kobo } from '@labalaba/contract'
import type { OrderRow } from '../booking/index.ts'
import { openCase } from '../case/index.ts'
import type { Worth } from '../collection/index.ts'
import type { Tx } from '../db.ts'

/** What somebody has given up, for whoever decides about its money. Nobody's test is named in it. */
type GivenUp = Worth & {
  readonly order: OrderRow
  /** What it is about: the visit that could not take it, or the sample that takes the place of a rejected one. */
  readonly subject: string
  readonly samples: number
}

/** Somebody gave up samples that were to be taken once more: an operator gives back what nobody will do. */
export async function openGivenUp(tx: Tx, given: GivenUp, now: Date): Promise<void> {
  const { order, subject, samples, kobo: worth, isPartOfPackage } = given
  await openCase(
    tx,
    {
      ...{ kind: 'samples_given_up', subject, orderReference: order.reference },
      ...{ amount: worth > 0 ? kobo(worth) : null },
      found: { samples_given_up: samples, part_of_a_package: isPartOfPackage },
    },
    now,
  )
}
