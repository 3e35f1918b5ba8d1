import {
  addFavourite as addFavouriteCall,
  lagosDate,
  listLabLocations,
  listLabs as listLabsCall,
  readLab as readLabCall,
  removeFavourite as removeFavouriteCall,
} from '@labalaba/contract'
import type { Db } from '../db.ts'
import type { Clock } from '../platform/clock.ts'
import { paginate, type Server, serve } from '../platform/http.ts'
import { addFavourite, removeFavourite } from './favourites.ts'
import { readLab, requireLab } from './labs.ts'
import { listLabs } from './listing/lists.ts'
import { labItem, labLocation, labPage } from './present.ts'
import { locationsOf } from './rows.ts'

export type LabNeeds = {
  readonly db: Db
  readonly clock: Clock
  /** The catalogue stands above labs, so whoever composes the program hands in where a lab does one of its packages. */
  readonly locationsWithPackages: (db: Db, labId: number) => Promise<ReadonlySet<number>>
}

/** Serves finding labs and keeping favourites. */
export function labRoutes(server: Server, { db, clock, locationsWithPackages }: LabNeeds): void {
  serve(server, listLabsCall, async ({ viewer, query }) => {
    const { labs, total } = await listLabs(db, viewer.accountId, query)
    const today = lagosDate(clock.now())
    return { data: labs.map((lab) => labItem(lab, today)), pagination: paginate(total, query) }
  })

  serve(server, readLabCall, async ({ viewer, params }) => ({
    data: labPage(await readLab(db, viewer.accountId, params.lab), lagosDate(clock.now())),
  }))

  serve(server, listLabLocations, async ({ query }) => {
    const lab = await requireLab(db, query.id)
    const today = lagosDate(clock.now())
    const [locations, withPackages] = await Promise.all([
      locationsOf(db, lab.id),
      locationsWithPackages(db, lab.id),
    ])
    return { data: locations.map((location) => labLocation(lab, location, withPackages, today)) }
  })

  serve(server, addFavouriteCall, async ({ viewer, body }) => {
    await addFavourite(db, clock, viewer.accountId, body.labSlug)
    return { data: { isFavorite: true } }
  })

  serve(server, removeFavouriteCall, async ({ viewer, body }) => {
    await removeFavourite(db, viewer.accountId, body.labSlug)
    return { data: { isFavorite: false } }
  })
}
