import * as contract from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { type Server, serve } from '../../../infra/http/http.ts'
import { requireMember } from '../../labs/index.ts'
import { linesOfLab, setIntervals } from './intervals.ts'

/** The reference intervals of a lab, for the staff who set them. */
export function intervalRoutes(
  server: Server,
  { db, clock }: { readonly db: Db; readonly clock: Clock },
): void {
  serve(server, contract.readIntervals, async ({ actor, query }) => {
    const member = await requireMember(db, actor)
    return { data: await linesOfLab(db, member, query.search ?? '', Number(query.page ?? 1)) }
  })
  serve(server, contract.setIntervals, async ({ actor, params, body }) => {
    const by = { member: await requireMember(db, actor), accountId: actor.accountId, at: clock.now() }
    await db.transaction().execute((tx) => setIntervals(tx, by, Number(params.analyte), body))
    return { data: {} }
  })
}
