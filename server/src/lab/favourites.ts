import type { Db } from '../db.ts'
import type { Clock } from '../platform/clock.ts'
import { Refusal } from '../platform/refusal.ts'
import { requireLab } from './labs.ts'
import { favouritesOf } from './listing/rows.ts'
import { deleteFavourite, insertFavourite } from './rows.ts'

/** All favourites of an account are read with each list of labs, so they may not be without end. */
const mostFavourites = 300

/**
 * Makes a lab a favourite of an account. Asking twice is harmless. Refuses `unknown_lab` and, beyond 300,
 * `too_many_favourites`; labs that are added at the very same time may pass that by a few.
 */
export async function addFavourite(db: Db, clock: Clock, accountId: number, labSlug: string): Promise<void> {
  const lab = await requireLab(db, labSlug)
  const favourites = await favouritesOf(db, accountId)
  if (favourites.has(lab.id)) return
  if (favourites.size >= mostFavourites) throw new Refusal('too_many_favourites')
  await insertFavourite(db, accountId, lab.id, clock.now())
}

/** Ends that. Asking twice is harmless. Refuses `unknown_lab`. */
export async function removeFavourite(db: Db, accountId: number, labSlug: string): Promise<void> {
  const lab = await requireLab(db, labSlug)
  await deleteFavourite(db, accountId, lab.id)
}
