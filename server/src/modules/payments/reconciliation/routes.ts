import { listReconciliations, nairaOf, type Reconciliation } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import { paginate, type Server, serve } from '../../../infra/http/http.ts'
import * as repository from './repository.ts'

/** Serves the results of reconciliation, day by day, to operators. */
export function reconciliationRoutes(server: Server, { db }: { readonly db: Db }): void {
  serve(server, listReconciliations, async ({ query }) => {
    const { rows: days, total } = await repository.pageOf(db, query.page, query.limit)
    return { data: days.map(presentDay), pagination: paginate(total, query) }
  })
}

function presentDay(row: repository.ReconciliationRow): Reconciliation {
  return {
    day: row.day,
    comparedAt: row.finished_at?.toISOString() ?? null,
    unfinished: !row.finished_at || row.finished_at < row.started_at,
    paystack: { count: row.provider_count, amount: nairaOf(row.provider_kobo) },
    ours: { count: row.our_count, amount: nairaOf(row.our_kobo) },
    mended: row.mended,
    cases: row.cases,
  }
}
