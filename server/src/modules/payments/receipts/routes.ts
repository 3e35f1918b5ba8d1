import { downloadLinkReceipt, downloadReceipt } from '@labalaba/contract'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { type Server, serve } from '../../../infra/http/http.ts'
import { orderById, ownOrder } from '../../orders/index.ts'
import { linkByToken } from '../links.ts'
import { type ReceiptDependencies, receiptOfLink, receiptOfOrder } from './receipts.ts'
import { openReceiptRenderer } from './renderer.ts'

/** Serves the receipt of an order to its owner and to the holder of the link that paid it. Other orders are `not_found`. */
export function receiptRoutes(server: Server, { db, clock }: Omit<ReceiptDependencies, 'renderer'>): void {
  const renderer = openReceiptRenderer()
  server.fastify.addHook('onClose', () => renderer.close())
  const deps = { db, clock, renderer }
  serve(server, downloadReceipt, async ({ actor, params }) => {
    const order = await ownOrder(db, actor.accountId, params.reference)
    if (!order) throw new DomainError('not_found')
    return await receiptOfOrder(deps, order, `account ${actor.accountId}`)
  })

  serve(server, downloadLinkReceipt, async ({ params }) => {
    const link = await linkByToken(db, params.token)
    const order = await orderById(db, link.order_id)
    if (!order) throw new Error(`the order of link ${link.id} is gone`)
    return await receiptOfLink(deps, order, link.id)
  })
}
