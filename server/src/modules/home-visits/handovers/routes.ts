import { confirmHandover, listHandovers } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { type Server, serve } from '../../../infra/http/http.ts'
import { colleague, sightOf } from '../../specimens/index.ts'
import { confirm, listOf } from './handovers.ts'

/** Handovers from home visits, for the lab's staff. Throws `not_found` for those of another lab or location. */
export function handoverRoutes(
  server: Server,
  { db, clock }: { readonly db: Db; readonly clock: Clock },
): void {
  serve(server, listHandovers, async ({ actor, query }) => {
    const who = await colleague(db, actor)
    const sight = await sightOf(db, who, query.location)
    return { data: await listOf(db, { ...who, sight }, clock.now()) }
  })
  serve(server, confirmHandover, async ({ actor, params, body }) => {
    const who = await colleague(db, actor)
    const data = await db
      .transaction()
      .execute((tx) => confirm(tx, who, params.visit, body.found, clock.now()))
    return { data }
  })
}
