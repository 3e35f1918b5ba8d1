import {
  addFavourite as addFavouriteCall,
  lagosDate,
  listLabs as listLabsCall,
  readLab as readLabCall,
  removeFavourite as removeFavouriteCall,
} from '@labalaba/contract'
import type { Db } from '../db.ts'
import type { Clock } from '../platform/clock.ts'
import { paginate, type Server, serve } from '../platform/http.ts'
import { addFavourite, removeFavourite } from './favourites.ts'
import { readLab } from './labs.ts'
import { listLabs } from './listing/lists.ts'
import { labItem, labPage } from './present.ts'

/** Serves finding labs and keeping favourites. */
export function labRoutes(server: Server, { db, clock }: { readonly db: Db; readonly clock: Clock }): void {
  serve(server, listLabsCall, async ({ viewer, query }) => {
    const { labs, total } = await listLabs(db, viewer.accountId, query)
    const today = lagosDate(clock.now())
    return { data: labs.map((lab) => labItem(lab, today)), pagination: paginate(total, query) }
  })

  serve(server, readLabCall, async ({ viewer, params }) => ({
    data: labPage(await readLab(db, viewer.accountId, params.lab), lagosDate(clock.now())),
  }))

  serve(server, addFavouriteCall, async ({ viewer, body }) => {
    await addFavourite(db, clock, viewer.accountId, body.labSlug)
    return { data: { isFavorite: true } }
  })

  serve(server, removeFavouriteCall, async ({ viewer, body }) => {
    await removeFavourite(db, viewer.accountId, body.labSlug)
    return { data: { isFavorite: false } }
  })
}
