import { readLabFigures } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { type Server, serve } from '../../../infra/http/http.ts'
import { requireManager } from '../../labs/index.ts'
import { readStatistics } from './statistics.ts'

/** Statistics of a lab for its managers. They contain no patient data, so reading them is not recorded. */
export function statisticsRoutes(
  server: Server,
  { db, clock }: { readonly db: Db; readonly clock: Clock },
): void {
  serve(server, readLabFigures, async ({ actor, query }) => ({
    data: await readStatistics(db, await requireManager(db, actor), query, clock.now()),
  }))
}
