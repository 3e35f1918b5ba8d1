import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { granted, invalid, PaystackError } from '../envelope.ts'
import { isRecord, readInstant, readPage, readPlace } from '../input.ts'
import { readNewTransaction } from './initialize.ts'
import type { TransactionFilter } from './lists.ts'
import { isLost, listTransactions, totalsOf, transactionsAt } from './lists.ts'
import type { Transaction } from './repository.ts'
import { transactionById, transactionByReference, transactionStatuses } from './repository.ts'
import { transactionObject } from './transaction-object.ts'
import { startTransaction } from './transactions.ts'

/** Initialize, verify, fetch, totals and list (sections 1.2 to 1.6). */
export function transactionRoutes(api: FastifyInstance, context: Context): void {
  api.post('/transaction/initialize', (request) => {
    const { accessCode, reference } = startTransaction(context, readNewTransaction(request.body))
    // Uses the host of this request, so that the page survives a changed port.
    const page = `http://${request.host}/checkout/${accessCode}`
    return granted('Authorization URL created', {
      authorization_url: page,
      access_code: accessCode,
      reference,
    })
  })

  api.get<{ Params: { reference: string } }>('/transaction/verify/:reference', (request) => {
    const { reference } = request.params
    const transaction = readable(context, transactionByReference(context, reference))
    if (!transaction) throw referenceNotFound(context, reference)
    return granted('Verification successful', transactionObject(context, transaction))
  })

  api.get<{ Params: { id: string } }>('/transaction/:id', (request) => {
    const transaction = readable(context, transactionById(context, request.params.id))
    if (!transaction) throw new PaystackError(404, 'Transaction not found', notFound)
    return granted('Transaction retrieved', transactionObject(context, transaction))
  })

  lists(api, context)
}

function lists(api: FastifyInstance, context: Context): void {
  api.get('/transaction', (request) => {
    const query = isRecord(request.query) ? request.query : {}
    if (query.use_cursor === 'true') return listByCursor(context, query)
    const page = readPage(query)
    const { transactions, total, volume } = listTransactions(context, readFilter(query), page)
    const meta = { total, total_volume: volume, ...page, pageCount: Math.ceil(total / page.perPage) }
    return granted('Transactions retrieved', objectsOf(context, transactions), meta)
  })

  api.get('/transaction/totals', (request) => {
    const query = isRecord(request.query) ? request.query : {}
    const { count, volumes } = totalsOf(context, readFilter(query))
    return granted('Transaction totals', {
      total_transactions: count,
      total_volume: volumes.find(({ currency }) => currency === 'NGN')?.amount ?? 0,
      total_volume_by_currency: volumes,
      pending_transfers: 0,
      pending_transfers_by_currency: [],
    })
  })
}

function listByCursor(context: Context, query: Record<string, unknown>) {
  const { perPage } = readPage(query)
  const { transactions, next, previous } = transactionsAt(
    context,
    readFilter(query),
    readPlace(query),
    perPage,
  )
  return granted('Transactions retrieved', objectsOf(context, transactions), { next, previous, perPage })
}

function objectsOf(context: Context, transactions: Transaction[]): Record<string, unknown>[] {
  return transactions.map((transaction) => transactionObject(context, transaction))
}

function readable(context: Context, found: Transaction | null): Transaction | null {
  return found && isLost(context, found.reference, found.createdAt) ? null : found
}

const notFound = {
  type: 'validation_error',
  code: 'transaction_not_found',
  nextStep: 'Check the reference',
} as const

/** Both statuses occur in practice (section 1.5), so the seed decides for each reference (S-02). */
function referenceNotFound({ noise }: Context, reference: string): PaystackError {
  const status = noise.pick(reference, 'not found', [404, 400])
  return new PaystackError(status, 'Transaction reference not found', notFound)
}

function readFilter(query: Record<string, unknown>): TransactionFilter {
  return {
    status: readStatus(query.status),
    from: readInstant(query, 'from'),
    to: readInstant(query, 'to'),
  }
}

function readStatus(value: unknown) {
  if (value === undefined || value === '') return null
  const status = transactionStatuses.find((known) => known === value)
  if (!status)
    throw invalid('Invalid status', 'invalid_params', `Send one of: ${transactionStatuses.join(', ')}`)
  return status
}
