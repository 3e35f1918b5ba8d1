import { listKnownAreas } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import { type Server, serve } from '../../platform/http.ts'
import { knownAreas } from './repository.ts'

/** Serves the areas by which a patient says where they are. */
export function areaRoutes(server: Server, { db }: { readonly db: Db }): void {
  serve(server, listKnownAreas, async () => ({ data: await knownAreas(db) }))
}
