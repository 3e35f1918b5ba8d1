import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Db } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { addJob, type Jobs } from '../../../infra/queue/jobs.ts'
import { recordDispute } from '../disputes/disputes.ts'
import type { MaybeProvider, Provider } from '../paystack/paystack.ts'
import { advanceRefund } from '../refunds/refunds.ts'
import { openRefundsOf } from '../refunds/repository.ts'
import { settleFromPaystack } from '../settle.ts'
import * as events from './repository.ts'

/** A worker runs four jobs at once. While Paystack is slow, webhooks take two of the places, and refunds one. */
const atOnce = 2

/**
 * The webhook endpoint of Paystack, in the order of what happens: the bytes are verified and stored with a job, and the job
 * asks Paystack and books. The route takes the body as bytes, because the signature is computed over the bytes.
 */
export async function webhookRoutes(
  fastify: FastifyInstance,
  { db, clock, paystack }: MaybeProvider,
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

type Receiver = Provider & { readonly countRejection: (reason: Rejection, at: Date) => void }

/**
 * Stores a webhook of Paystack's, verified on its raw bytes, and queues its job; both commit together. The same bytes again
 * are counted but not processed. Throws `wrong_signature`, which is counted and has no other effect.
 */
export async function receiveWebhook(
  { db, clock, paystack, countRejection }: Receiver,
  body: Buffer,
  signature: string | undefined,
): Promise<void> {
  const now = clock.now()
  if (!paystack.signed(body, signature)) {
    countRejection(signature ? 'wrong_signature' : 'no_signature', now)
    throw new DomainError('wrong_signature')
  }
  const webhook = read(body)
  await db.transaction().execute(async (tx) => {
    const kept = await events.keepEvent(tx, {
      body_hash: createHash('sha256').update(body).digest(),
      event: webhook ? plain(webhook.event) : 'unreadable',
      reference: webhook && referenceOf(webhook),
      body,
      received_at: now,
    })
    // A known webhook has its job already. Another one would replace a running job, which would then never be retried.
    if (kept) {
      const { id } = kept
      const options = { key: `webhook:${id}`, series: `webhooks ${id % atOnce}` }
      await addJob(tx, 'handle-webhook', { eventId: id }, options)
    }
  })
}

/** The job that `receiveWebhook` queues. */
export function webhookJobs(provider: Provider): Jobs {
  return { 'handle-webhook': ({ eventId }) => handleWebhook(provider, Number(eventId)) }
}

/**
 * Processes a stored webhook. Its content is never trusted: Paystack is queried, and a difference is recorded as
 * `mismatch`. Safe to repeat.
 */
export async function handleWebhook(provider: Provider, eventId: number): Promise<void> {
  const event = await events.eventById(provider.db, eventId)
  if (!event || event.outcome) return
  const webhook = read(event.body)
  const outcome = webhook ? await applyWebhook(provider, webhook) : 'unreadable'
  await events.closeEvent(provider.db, event, outcome, provider.clock.now())
}

async function applyWebhook(
  provider: Provider,
  webhook: Webhook,
): Promise<'applied' | 'ignored' | 'unknown_reference' | 'mismatch'> {
  const { event, data } = webhook
  if (event.startsWith('refund.')) {
    const open = await openRefundsOf(provider.db, referenceOf(webhook))
    if (!open) return 'unknown_reference'
    for (const refundId of open) await advanceRefund(provider, refundId)
    return 'applied'
  }
  if (event.startsWith('charge.dispute.')) return await recordDispute(provider, String(data.id))
  if (event !== 'charge.success') return 'ignored'
  const settlement = await settleFromPaystack(provider, referenceOf(webhook))
  if (!settlement) return 'unknown_reference'
  const { payment, answered } = settlement
  if (!answered) throw new Error('Paystack did not answer about a payment; the webhook is handled later')
  const agrees = String(data.amount) === String(payment.due_kobo) && data.currency === 'NGN'
  return agrees ? 'applied' : 'mismatch'
}

const schema = z.object({
  event: z.string(),
  data: z.object({
    reference: z.nullish(z.string()),
    transaction_reference: z.nullish(z.string()),
    amount: z.nullish(z.union([z.number(), z.string()])),
    currency: z.nullish(z.string()),
    /** The id of a dispute. */
    id: z.nullish(z.union([z.number(), z.string()])),
    transaction: z.catch(z.nullish(z.object({ reference: z.nullish(z.string()) })), null),
  }),
})

type Webhook = z.infer<typeof schema>

function read(body: Buffer): Webhook | null {
  try {
    return schema.parse(JSON.parse(body.toString('utf8')))
  } catch {
    return null
  }
}

function referenceOf({ data: { reference, transaction_reference: paid, transaction } }: Webhook): string {
  return plain(reference ?? paid ?? transaction?.reference ?? '')
}

/** A short text that the database can store. */
function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, '').slice(0, 100)
}

type Rejection = 'wrong_signature' | 'no_signature'

/**
 * Counts webhooks that were not Paystack's. One write runs at a time and takes all that came meanwhile, so that a flood of
 * them uses at most one connection and Paystack's webhooks get through. Counts that cannot be written are lost.
 */
export function openRejectionCounter(db: Db): (reason: Rejection, at: Date) => void {
  const waiting = new Map<Rejection, number>()
  let isWriting = false

  async function writeAll(at: Date): Promise<void> {
    while (waiting.size > 0) {
      const counted = [...waiting]
      waiting.clear()
      for (const [reason, times] of counted) await events.countRejections(db, { reason, times, at })
    }
  }

  return (reason, at) => {
    waiting.set(reason, (waiting.get(reason) ?? 0) + 1)
    if (isWriting) return
    isWriting = true
    const done = () => {
      isWriting = false
    }
    writeAll(at).then(done, done)
  }
}
