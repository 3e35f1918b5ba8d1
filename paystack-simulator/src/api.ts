import { timingSafeEqual } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiFaults, cutWhenOffline } from './api-faults.ts'
import { balanceRoutes } from './balance/balance-routes.ts'
import type { Context } from './context.ts'
import { disputeRoutes } from './dispute/dispute-routes.ts'
import { PaystackError, refused } from './envelope.ts'
import { readJson } from './input.ts'
import { bankRoutes } from './refund/banks.ts'
import { refundRoutes } from './refund/refund-routes.ts'
import { transactionRoutes } from './transaction/transaction-routes.ts'

/** Paystack's API: a bearer key on every call (S-01), one envelope for every answer (S-02). */
export function paystackApi(api: FastifyInstance, context: Context, closing: AbortSignal): void {
  api.removeAllContentTypeParsers()
  api.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => readJson(body),
  )
  cutWhenOffline(api, context)
  api.addHook('onRequest', async (request) => {
    if (!holdsKey(request.headers.authorization, context.settings.secretKey)) {
      throw new PaystackError(401, 'Invalid key')
    }
  })
  apiFaults(api, context, closing)
  api.setErrorHandler(answerError)
  transactionRoutes(api, context)
  refundRoutes(api, context)
  bankRoutes(api)
  disputeRoutes(api, context)
  balanceRoutes(api, context)
}

function holdsKey(header: string | undefined, key: string): boolean {
  const given = Buffer.from(header ?? '')
  const wanted = Buffer.from(`Bearer ${key}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function answerError(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof PaystackError) {
    reply.code(error.status).send(refused(error.message, error.detail))
  } else if (error.statusCode !== undefined && error.statusCode < 500) {
    reply
      .code(error.statusCode)
      .send(refused(error.message, { type: 'validation_error', code: 'invalid_params' }))
  } else {
    console.error(error)
    reply.code(500).send(refused('An error occurred', { type: 'api_error', code: 'unknown' }))
  }
}
