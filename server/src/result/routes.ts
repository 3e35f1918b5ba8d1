import type { Clock } from '../platform/clock.ts'
import type { Server } from '../platform/http.ts'
import type { Rewriter } from '../platform/rewriting/rewriter.ts'
import { attachmentRoutes } from './attachment/routes.ts'
import { checkRoutes } from './check/routes.ts'
import { consentRoutes } from './consent/routes.ts'
import { counsellingRoutes } from './counselling/routes.ts'
import { deskRoutes } from './delivery/desk-routes.ts'
import { deliveryRoutes } from './delivery/routes.ts'
import { fhirRoutes } from './fhir/routes.ts'
import { figureRoutes } from './figure/routes.ts'
import { inboxRoutes } from './inbox/routes.ts'
import { intervalRoutes } from './interval/routes.ts'
import { patientRoutes } from './patient/routes.ts'
import { readingRoutes } from './reading/routes.ts'
import type { ReleaseDependencies } from './report/release.ts'
import { reportRoutes } from './report/routes.ts'
import type { WithdrawDependencies } from './report/withdraw.ts'
import { shareRoutes } from './share/routes.ts'
import { openSheetPress } from './sheet/press.ts'
import { trendRoutes } from './trend/routes.ts'
import { typingRoutes } from './typing/routes.ts'

export type ResultDependencies = Omit<ReleaseDependencies, 'press'> &
  WithdrawDependencies & { readonly clock: Clock; readonly rewriter: Rewriter }

/**
 * Results: the lab's work on them, reading by patients, public checks, copies for other systems, and deliveries from
 * systems.
 */
export function resultRoutes(server: Server, deps: ResultDependencies): void {
  const press = openSheetPress()
  server.fastify.addHook('onClose', () => press.close())
  reportRoutes(server, { ...deps, press })
  attachmentRoutes(server, deps)
  readingRoutes(server, deps)
  checkRoutes(server, deps)
  shareRoutes(server, deps)
  fhirRoutes(server, deps)
  deliveryRoutes(server, deps)
  deskRoutes(server, deps)
  trendRoutes(server, deps)
  figureRoutes(server, deps)
  consentRoutes(server, deps)
  counsellingRoutes(server, deps)
  inboxRoutes(server, deps)
  intervalRoutes(server, deps)
  patientRoutes(server, deps)
  typingRoutes(server, deps)
}
