import { kobo } from '@labalaba/contract'
import type { Tx } from '../../db.ts'
import { openCase } from '../cases/index.ts'
import type { Worth } from '../home-visits/index.ts'
import type { OrderRow } from '../orders/index.ts'

/** The cancelled specimens of an order, for the operator who decides about their money. It names no test. */
type GivenUp = Worth & {
  readonly order: OrderRow
  /** The id of the visit that could not take them, or of the specimen that replaces a rejected one. */
  readonly subject: string
  readonly samples: number
}

/** Opens a case after specimens were given up that had to be taken again: an operator refunds the tests not done. */
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
