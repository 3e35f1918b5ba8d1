import type { Server } from '../../infra/http/http.ts'
import { authenticityRoutes } from './authenticity/routes.ts'
import { consentRoutes } from './consents/routes.ts'
import { inboxRoutes } from './inbox/routes.ts'
import { patientRoutes } from './patients/routes.ts'
import { readingRoutes } from './reading-routes.ts'
import { shareRoutes } from './sharing/routes.ts'
import { trendRoutes } from './trends/routes.ts'

type Dependencies = Parameters<typeof readingRoutes>[1] &
  Parameters<typeof authenticityRoutes>[1] &
  Parameters<typeof shareRoutes>[1] &
  Parameters<typeof trendRoutes>[1] &
  Parameters<typeof consentRoutes>[1] &
  Parameters<typeof inboxRoutes>[1] &
  Parameters<typeof patientRoutes>[1]

/** Reading results: by patients and their doctors, by consent, by a link for another reader, and the check of a report. */
export function resultAccessRoutes(server: Server, deps: Dependencies): void {
  readingRoutes(server, deps)
  authenticityRoutes(server, deps)
  shareRoutes(server, deps)
  trendRoutes(server, deps)
  consentRoutes(server, deps)
  inboxRoutes(server, deps)
  patientRoutes(server, deps)
}
