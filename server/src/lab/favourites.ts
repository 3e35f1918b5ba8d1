import type { Db } from '../db.ts'
import type { Clock } from '../platform/clock.ts'
import { requireLab } from './labs.ts'
import { deleteFavourite, insertFavourite } from './rows.ts'

/** Makes a lab a favourite of an account. Asking twice is harmless. Refuses `unknown_lab`. */
export async function addFavourite(db: Db, clock: Clock, accountId: number, labSlug: string): Promise<void> {
  const lab = await requireLab(db, labSlug)
  await insertFavourite(db, accountId, lab.id, clock.now())
}

/** Ends that. Asking twice is harmless. Refuses `unknown_lab`. */
export async function removeFavourite(db: Db, accountId: number, labSlug: string): Promise<void> {
  const lab = await requireLab(db, labSlug)
  await deleteFavourite(db, accountId, lab.id)
}
