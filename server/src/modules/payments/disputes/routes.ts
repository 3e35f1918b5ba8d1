import { answerDispute as answerDisputeCall } from '@labalaba/contract'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { type Server, serve } from '../../../infra/http/http.ts'
import type { Paystack, Provider } from '../paystack/paystack.ts'
import { openReceiptRenderer } from '../receipts/renderer.ts'
import { answerDispute } from './answer.ts'

/** Serves the operators' responses to disputes. */
export function disputeRoutes(
  server: Server,
  { db, clock, paystack }: Omit<Provider, 'paystack'> & { readonly paystack: Paystack | null },
): void {
  const renderer = openReceiptRenderer({ atOnce: 1, waiting: 5 })
  server.fastify.addHook('onClose', () => renderer.close())
  serve(server, answerDisputeCall, async ({ params, body }) => {
    if (!paystack) throw new DomainError('payments_not_configured')
    const { status, resolution } = await answerDispute({ db, clock, paystack, renderer }, params.id, body)
    return { data: { status, resolution: status === 'resolved' ? resolution : null } }
  })
}
