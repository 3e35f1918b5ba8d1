import type { Clock } from '../../infra/clock.ts'
import type { Rewriter } from '../../infra/file-rewriting/rewriter.ts'
import type { Server } from '../../infra/http/http.ts'
import { attachmentRoutes } from './attachments/routes.ts'
import { counsellingRoutes } from './counselling/routes.ts'
import { draftRoutes } from './drafts/routes.ts'
import { intervalRoutes } from './intervals/routes.ts'
import { openReportRenderer } from './pdf/renderer.ts'
import type { ReleaseDependencies } from './reports/release.ts'
import { reportRoutes } from './reports/routes.ts'
import type { WithdrawDependencies } from './reports/withdraw.ts'
import { statisticsRoutes } from './statistics/routes.ts'

export type ResultDependencies = Omit<ReleaseDependencies, 'renderer'> &
  WithdrawDependencies & { readonly clock: Clock; readonly rewriter: Rewriter }

/** The lab's work on results: drafts, attachments, verification, release, correction, intervals and statistics. */
export function resultRoutes(server: Server, deps: ResultDependencies): void {
  const renderer = openReportRenderer()
  server.fastify.addHook('onClose', () => renderer.close())
  reportRoutes(server, { ...deps, renderer })
  attachmentRoutes(server, deps)
  counsellingRoutes(server, deps)
  statisticsRoutes(server, deps)
  intervalRoutes(server, deps)
  draftRoutes(server, deps)
}
