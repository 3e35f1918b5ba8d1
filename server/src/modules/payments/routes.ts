import type { Db } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Server } from '../../infra/http/http.ts'
import { caseRoutes } from './cases/routes.ts'
import { disputeRoutes } from './disputes/routes.ts'
import type { Paystack } from './paystack/paystack.ts'
import { reconciliationRoutes } from './reconciliation/routes.ts'
import { endingRoutes } from './refund-exceptions/routes.ts'
import { refundRoutes } from './refunds/routes.ts'

export type PaymentDependencies = {
  readonly db: Db
  readonly clock: Clock
  /** Null if payments are not configured. */
  readonly paystack: Paystack | null
}

/** Serves refunds, disputes, cases and reconciliation. */
export function paymentRoutes(server: Server, deps: PaymentDependencies): void {
  refundRoutes(server, deps)
  endingRoutes(server, deps)
  caseRoutes(server, deps)
  disputeRoutes(server, deps)
  reconciliationRoutes(server, deps)
}
