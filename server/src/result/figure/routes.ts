import { readLabFigures } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import { requireManager } from '../../lab/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Server, serve } from '../../platform/http.ts'
import { readFigures } from './figures.ts'

/** How a lab does, for those who manage it. They hold no patient, so that nothing of it is written down. */
export function figureRoutes(
  server: Server,
  { db, clock }: { readonly db: Db; readonly clock: Clock },
): void {
  serve(server, readLabFigures, async ({ actor, query }) => ({
    data: await readFigures(db, await requireManager(db, actor), query, clock.now()),
  }))
}
