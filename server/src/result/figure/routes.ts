import { readLabFigures } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import { requireManager } from '../../lab/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Server, serve } from '../../platform/http.ts'
import { readFigures } from './figures.ts'

/** Statistics of a lab for its managers. They contain no patient data, so reading them is not recorded. */
export function figureRoutes(
  server: Server,
  { db, clock }: { readonly db: Db; readonly clock: Clock },
): void {
  serve(server, readLabFigures, async ({ actor, query }) => ({
    data: await readFigures(db, await requireManager(db, actor), query, clock.now()),
  }))
}
