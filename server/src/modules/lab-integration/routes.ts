import type { Server } from '../../infra/http/http.ts'
import { deskRoutes } from './deliveries/desk-routes.ts'
import { deliveryRoutes } from './deliveries/routes.ts'
import { fhirRoutes } from './fhir/routes.ts'

type Dependencies = Parameters<typeof fhirRoutes>[1] &
  Parameters<typeof deliveryRoutes>[1] &
  Parameters<typeof deskRoutes>[1]

/** Results for and from the systems of labs, and copies of results in FHIR. */
export function labIntegrationRoutes(server: Server, deps: Dependencies): void {
  fhirRoutes(server, deps)
  deliveryRoutes(server, deps)
  deskRoutes(server, deps)
}
