import type { Db } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { holdActive } from '../accounts/index.ts'
import { requireLab } from './labs.ts'
import { countFavouritesBeside, deleteFavourite, insertFavourite, lockFavouritesOf } from './repository.ts'

/** Every list of labs reads all favourites of the account, so their number is limited. */
const mostFavourites = 300

/**
 * Makes a lab a favourite of an account. Calling it again has no effect. Throws `unknown_lab`, or `many_favourites` beyond
 * 300 favourites that are still active.
 */
export async function addFavourite(db: Db, clock: Clock, accountId: number, labSlug: string): Promise<void> {
  const lab = await requireLab(db, labSlug)
  await db.transaction().execute(async (tx) => {
    await holdActive(tx, accountId)
    await lockFavouritesOf(tx, accountId)
    if ((await countFavouritesBeside(tx, accountId, lab.id)) >= mostFavourites)
      throw new DomainError('many_favourites')
    await insertFavourite(tx, accountId, lab.id, clock.now())
  })
}

/** Removes a favourite. Calling it again has no effect. Throws `unknown_lab`. */
export async function removeFavourite(db: Db, accountId: number, labSlug: string): Promise<void> {
  const lab = await requireLab(db, labSlug)
  await deleteFavourite(db, accountId, lab.id)
}
