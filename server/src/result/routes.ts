import type { Clock } from '../platform/clock.ts'
import type { Server } from '../platform/http.ts'
import { checkRoutes } from './check/routes.ts'
import { consentRoutes } from './consent/routes.ts'
import { fhirRoutes } from './fhir/routes.ts'
import { inboxRoutes } from './inbox/routes.ts'
import { patientRoutes } from './patient/routes.ts'
import { readingRoutes } from './reading/routes.ts'
import type { ReleaseNeeds } from './report/release.ts'
import { reportRoutes } from './report/routes.ts'
import { shareRoutes } from './share/routes.ts'
import { openSheetPress } from './sheet/press.ts'

export type ResultNeeds = Omit<ReleaseNeeds, 'press'> & { readonly clock: Clock }

/** Results: the lab's work on them, the patient's reading, anybody's check of a report, and other systems' copy. */
export function resultRoutes(server: Server, needs: ResultNeeds): void {
  const press = openSheetPress()
  server.fastify.addHook('onClose', () => press.close())
  reportRoutes(server, { ...needs, press })
  readingRoutes(server, needs)
  checkRoutes(server, needs)
  shareRoutes(server, needs)
  fhirRoutes(server, needs)
  consentRoutes(server, needs)
  inboxRoutes(server, needs)
  patientRoutes(server, needs)
}
