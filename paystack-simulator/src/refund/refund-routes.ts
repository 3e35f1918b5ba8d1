import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { granted } from '../envelope.ts'
import { isRecord, readInstant, readPage } from '../input.ts'
import { transactionById, transactionByReference } from '../transaction/repository.ts'
import { refundObject } from './refund-object.ts'
import { createRefund, refundNotFound, retryRefund } from './refunds.ts'
import { listRefunds, refundById } from './repository.ts'

/** Create, fetch, list and retry refunds (section 1.8). */
export function refundRoutes(api: FastifyInstance, context: Context): void {
  api.post('/refund', (request) => {
    const { refund, transaction } = createRefund(context, request.body)
    return granted('Refund has been queued for processing', refundObject(context, refund, transaction))
  })

  api.get<{ Params: { id: string } }>('/refund/:id', (request) => {
    const refund = refundById(context, request.params.id)
    if (!refund) throw refundNotFound()
    return granted('Refund retrieved', refundObject(context, refund, null))
  })

  api.get('/refund', (request) => {
    const query = isRecord(request.query) ? request.query : {}
    const page = readPage(query)
    const currency = typeof query.currency === 'string' ? query.currency : null
    const range = { from: readInstant(query, 'from'), to: readInstant(query, 'to') }
    const filter = { transactionId: transactionIdOf(context, query.transaction), currency, ...range }
    const { refunds, total } = listRefunds(context, filter, page)
    const meta = { total, ...page, pageCount: Math.ceil(total / page.perPage) }
    return granted(
      'Refunds retrieved',
      refunds.map((refund) => refundObject(context, refund, null)),
      meta,
    )
  })

  api.post<{ Params: { id: string } }>('/refund/retry_with_customer_details/:id', (request) => {
    const refund = retryRefund(context, request.params.id, request.body)
    return granted('Refund retried and has been queued for processing', refundObject(context, refund, null))
  })
}

/** The id of a transaction, by id or reference. An unknown one has no refunds: id 0 matches nothing. */
function transactionIdOf(context: Context, wanted: unknown): number | null {
  if (wanted === undefined || wanted === '') return null
  if (typeof wanted !== 'string') return 0
  return (transactionByReference(context, wanted) ?? transactionById(context, wanted))?.id ?? 0
}
