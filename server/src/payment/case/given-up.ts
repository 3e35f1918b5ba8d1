import { kobo } from '@labalaba/contract'
import type { GivenUp } from '../../collection/index.ts'
import type { Tx } from '../../db.ts'
import { openCase } from './cases.ts'

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
