import {
  addFavourite as addFavouriteCall,
  lagosDate,
  listLabs as listLabsCall,
  readLab as readLabCall,
  removeFavourite as removeFavouriteCall,
} from '@labalaba/contract'
import type { Db } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import { paginate, type Server, serve } from '../../infra/http/http.ts'
import { addFavourite, removeFavourite } from './favourites.ts'
import { readLab } from './labs.ts'
import { listLabs } from './listing/lists.ts'
import { labItem, labPage } from './present.ts'

/** Serves searching labs and managing favourites. */
export function labRoutes(server: Server, { db, clock }: { readonly db: Db; readonly clock: Clock }): void {
  serve(server, listLabsCall, async ({ actor, query }) => {
    const { labs, total } = await listLabs(db, actor.accountId, query)
    const today = lagosDate(clock.now())
    return { data: labs.map((lab) => labItem(lab, today)), pagination: paginate(total, query) }
  })

  serve(server, readLabCall, async ({ actor, params }) => ({
    data: labPage(await readLab(db, actor.accountId, params.lab), lagosDate(clock.now())),
  }))

  serve(server, addFavouriteCall, async ({ actor, body }) => {
    await addFavourite(db, clock, actor.accountId, body.labSlug)
    return { data: { isFavorite: true } }
  })

  serve(server, removeFavouriteCall, async ({ actor, body }) => {
    await removeFavourite(db, actor.accountId, body.labSlug)
    return { data: { isFavorite: false } }
  })
}
