import { trackOrder } from '@labalaba/contract'
import { type Server, serve } from '../../platform/http.ts'
import { type TrackNeeds, track } from './track.ts'

/** Where an order stands, without signing in. */
export function trackRoutes(server: Server, needs: TrackNeeds): void {
  serve(server, trackOrder, async ({ body, address }) => ({ data: await track(needs, body, address) }))
}
