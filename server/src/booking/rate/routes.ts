import { quoteBooking as quote } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Server, serve } from '../../platform/http.ts'
import { quoteBooking } from './quotes.ts'

/** What a booking would earn whoever makes it. */
export function rateRoutes(server: Server, { db, clock }: { readonly db: Db; readonly clock: Clock }): void {
  serve(server, quote, async ({ viewer, body }) => ({
    data: await quoteBooking(db, viewer, body, clock.now()),
  }))
}
