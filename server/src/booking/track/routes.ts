import { trackOrder } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Server, serve } from '../../platform/http.ts'
import type { Secret } from '../../platform/secret.ts'
import { track } from './track.ts'

export type TrackNeeds = { readonly db: Db; readonly clock: Clock; readonly secret: Secret }

/** Where an order stands, without signing in. */
export function trackRoutes(server: Server, needs: TrackNeeds): void {
  serve(server, trackOrder, async ({ body, address }) => ({ data: await track(needs, body, address) }))
}
