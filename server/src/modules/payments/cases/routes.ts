import {
  closeCase as closeCaseCall,
  listCases as listCasesCall,
  type MoneyCase,
  nairaOf,
} from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { paginate, type Server, serve } from '../../../infra/http/http.ts'
import { type CaseRow, casesOf } from '../../cases/index.ts'
import { actsFor } from './acts.ts'
import { closeCase } from './close.ts'
import { paymentOf, sidesOf } from './sides.ts'
import { caseWords } from './words.ts'

/** Serves the cases about money to operators. */
export function caseRoutes(server: Server, { db, clock }: { readonly db: Db; readonly clock: Clock }): void {
  serve(server, listCasesCall, async ({ query }) => {
    const { rows, total } = await casesOf(db, query.state === 'open', query.page, query.limit)
    return { data: rows.map(presentCase), pagination: paginate(total, query) }
  })

  serve(server, closeCaseCall, async ({ actor, params, body }) => {
    const by = { by: actor.accountId, note: body.note }
    const closed = await db.transaction().execute((tx) => closeCase(tx, Number(params.id), by, clock.now()))
    return { data: presentCase(closed) }
  })
}

function presentCase(found: CaseRow): MoneyCase {
  return {
    id: found.id,
    kind: found.kind,
    ...caseWords[found.kind],
    subject: found.subject,
    orderReference: found.order_reference,
    amount: found.amount_kobo === null ? null : nairaOf(found.amount_kobo),
    ...sidesOf(found),
    payment: paymentOf(found),
    acts: actsFor(found),
    openedAt: found.opened_at.toISOString(),
    dueAt: found.due_at?.toISOString() ?? null,
    closedAt: found.closed_at?.toISOString() ?? null,
    closeNote: found.close_note,
  }
}
