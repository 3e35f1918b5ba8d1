import { quoteBooking as quote } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { type Server, serve } from '../../../infra/http/http.ts'
import type { UseLimits } from '../../../infra/http/use-limits.ts'
import { quoteBooking } from './quotes.ts'

type Dependencies = { readonly db: Db; readonly clock: Clock; readonly useLimits: UseLimits }

/** Serves the share that a doctor would earn from a booking. */
export function rateRoutes(server: Server, deps: Dependencies): void {
  serve(server, quote, async ({ actor, body }) => ({
    data: await quoteBooking(deps, actor, body, deps.clock.now()),
  }))
}
