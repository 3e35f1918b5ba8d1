import { listSlots } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { type Server, serve } from '../../../infra/http/http.ts'
import { offerSlots } from './offered.ts'

/** Serves the windows in which a phlebotomist can come. */
export function slotRoutes(server: Server, { db, clock }: { readonly db: Db; readonly clock: Clock }): void {
  serve(server, listSlots, async ({ query, actor }) => {
    const tests = (query.tests ?? '').split('|').filter((name) => name.trim() !== '')
    return { data: await offerSlots(db, { ...query, tests, accountId: actor.accountId }, clock.now()) }
  })
}
