import type { Clock } from '../platform/clock.ts'
import type { Server } from '../platform/http.ts'
import type { Rewriter } from '../platform/rewriting/rewriter.ts'
import { attachmentRoutes } from './attachment/routes.ts'
import { counsellingRoutes } from './counselling/routes.ts'
import { figureRoutes } from './figure/routes.ts'
import { intervalRoutes } from './interval/routes.ts'
import type { ReleaseDependencies } from './report/release.ts'
import { reportRoutes } from './report/routes.ts'
import type { WithdrawDependencies } from './report/withdraw.ts'
import { openSheetPress } from './sheet/press.ts'
import { typingRoutes } from './typing/routes.ts'

export type ResultDependencies = Omit<ReleaseDependencies, 'press'> &
  WithdrawDependencies & { readonly clock: Clock; readonly rewriter: Rewriter }

/** The lab's work on results: drafts, attachments, verification, release, correction, intervals and statistics. */
export function resultRoutes(server: Server, deps: ResultDependencies): void {
  const press = openSheetPress()
  server.fastify.addHook('onClose', () => press.close())
  reportRoutes(server, { ...deps, press })
  attachmentRoutes(server, deps)
  counsellingRoutes(server, deps)
  figureRoutes(server, deps)
  intervalRoutes(server, deps)
  typingRoutes(server, deps)
}
