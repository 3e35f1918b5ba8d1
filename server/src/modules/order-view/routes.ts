import { readOrder, trackOrder } from '@labalaba/contract'
import { type Server, serve } from '../../infra/http/http.ts'
import { type OrderViewDependencies, readOrderView } from './order-view.ts'
import { track } from './track.ts'

/** The page of one order for the signed-in account, and its progress for people who have not signed in. */
export function orderViewRoutes(server: Server, dependencies: OrderViewDependencies): void {
  serve(server, readOrder, async ({ actor, params }) => ({
    data: await readOrderView(dependencies, actor, params.reference),
  }))
  serve(server, trackOrder, async ({ body, address }) => ({
    data: await track(dependencies, body, address),
  }))
}
