import { readOrder } from '@labalaba/contract'
import { type Server, serve } from '../platform/http.ts'
import { type OrderViewDependencies, readOrderView } from './order-view.ts'

/** The page of one order of the signed-in account. */
export function orderViewRoutes(server: Server, dependencies: OrderViewDependencies): void {
  serve(server, readOrder, async ({ viewer, params }) => ({
    data: await readOrderView(dependencies, viewer, params.reference),
  }))
}
