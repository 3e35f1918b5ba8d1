import { parseLagosDate, readVisitCapacity } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { type Server, serve } from '../../../infra/http/http.ts'
import { capacityOn } from './capacity.ts'

/** Shows operators how many home visits can be made in each area. The response names no patient. */
export function capacityRoutes(
  server: Server,
  { db, clock }: { readonly db: Db; readonly clock: Clock },
): void {
  serve(server, readVisitCapacity, async ({ query }) => {
    const day = parseLagosDate(query.day)
    if (!day) throw new DomainError('wrong_days')
    return { data: await capacityOn(db, day, query.state, clock.now()) }
  })
}
