import { parseLagosDate, readVisitCapacity } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import type { Clock } from '../../platform/clock.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { type Server, serve } from '../../platform/http.ts'
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
