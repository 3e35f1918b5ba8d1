import { listKnownAreas } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import { type Server, serve } from '../../../infra/http/http.ts'
import { knownAreas } from './repository.ts'

/** Serves the areas from which a patient chooses theirs. */
export function areaRoutes(server: Server, { db }: { readonly db: Db }): void {
  serve(server, listKnownAreas, async () => ({ data: await knownAreas(db) }))
}
