import type { FastifyInstance } from 'fastify'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { Paystack, Provider } from '../paystack/paystack.ts'
import { openRejectionCounter } from './rejections.ts'
import { receiveWebhook } from './webhooks.ts'

type Dependencies = Omit<Provider, 'paystack'> & {
  /** Null if payments are not configured. */
  readonly paystack: Paystack | null
}

/** The webhook endpoint of Paystack. It takes the body as bytes, because the signature is computed over the bytes. */
export async function webhookRoutes(
  fastify: FastifyInstance,
  { db, clock, paystack }: Dependencies,
): Promise<void> {
  const countRejection = openRejectionCounter(db)
  await fastify.register(async (raw) => {
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 256 * 1024 }, (_, body, done) =>
      done(null, body),
    )
    raw.post('/v0/webhooks/paystack', { config: { rateLimit: false } }, async (request) => {
      if (!paystack) throw new DomainError('payments_not_configured')
      const signature = request.headers['x-paystack-signature']
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const receiver = { db, clock, paystack, countRejection }
      await receiveWebhook(receiver, body, typeof signature === 'string' ? signature : undefined)
      return { status: 200, message: 'OK', data: null }
    })
  })
}
