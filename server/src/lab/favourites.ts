import { holdActive } from '../account/index.ts'
import type { Db } from '../db.ts'
import type { Clock } from '../platform/clock.ts'
import { DomainError } from '../platform/domain-error.ts'
import { requireLab } from './labs.ts'
import { countFavouritesBeside, deleteFavourite, insertFavourite, lockFavouritesOf } from './repository.ts'

/** All favourites of an account are read with its lists of labs, so they may not be without end. */
const mostFavourites = 300

/**
 * Makes a lab a favourite of an account. Asking twice is harmless. Refuses `unknown_lab` and, beyond 300 that are still to
 * be seen, `many_favourites`.
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

/** Ends that. Asking twice is harmless. Refuses `unknown_lab`. */
export async function removeFavourite(db: Db, accountId: number, labSlug: string): Promise<void> {
  const lab = await requireLab(db, labSlug)
  await deleteFavourite(db, accountId, lab.id)
}
