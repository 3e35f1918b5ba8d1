import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { addJob } from '../../../infra/queue/jobs.ts'
import { recordDispute } from '../disputes/disputes.ts'
import type { Provider } from '../paystack/paystack.ts'
import { advanceRefund } from '../refunds/refunds.ts'
import { openRefundsOf } from '../refunds/repository.ts'
import { settleFromPaystack } from '../settle.ts'
import type { Rejection } from './rejections.ts'
import * as events from './repository.ts'

const webhook = z.object({
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
  const said = read(body)
  await db.transaction().execute(async (tx) => {
    const { id, isNew } = await events.keepEvent(tx, {
      body_hash: createHash('sha256').update(body).digest(),
      event: said ? plain(said.event) : 'unreadable',
      reference: said && referenceOf(said),
      body,
      received_at: now,
    })
    // A known webhook has its job already. Another one would replace a running job, which would then never be retried.
    if (isNew) await addJob(tx, 'handle-webhook', { eventId: id }, { key: `webhook:${id}` })
  })
}

/**
 * Processes a stored webhook. Its content is never trusted: Paystack is queried, and a difference is recorded as
 * `mismatch`. Safe to repeat.
 */
export async function handleWebhook(provider: Provider, eventId: number): Promise<void> {
  const event = await events.eventById(provider.db, eventId)
  if (!event || event.outcome) return
  const said = read(event.body)
  const outcome = said ? await handleEvent(provider, said) : 'unreadable'
  await events.closeEvent(provider.db, eventId, outcome, provider.clock.now())
}

type WebhookEvent = z.infer<typeof webhook>

async function handleEvent(
  provider: Provider,
  said: WebhookEvent,
): Promise<'applied' | 'ignored' | 'unknown_reference' | 'mismatch'> {
  if (said.event.startsWith('refund.')) {
    const open = await openRefundsOf(provider.db, referenceOf(said))
    if (!open) return 'unknown_reference'
    for (const refundId of open) await advanceRefund(provider, refundId)
    return 'applied'
  }
  if (said.event.startsWith('charge.dispute.')) return await recordDispute(provider, String(said.data.id))
  if (said.event !== 'charge.success') return 'ignored'
  const found = await settleFromPaystack(provider, referenceOf(said))
  if (!found) return 'unknown_reference'
  const { payment, answered } = found
  if (!answered) throw new Error('Paystack did not answer about a payment; the webhook is handled later')
  const agrees = String(said.data.amount) === String(payment.due_kobo) && said.data.currency === 'NGN'
  return agrees ? 'applied' : 'mismatch'
}

function referenceOf(said: WebhookEvent): string {
  const { reference, transaction_reference: paid, transaction } = said.data
  return plain(reference ?? paid ?? transaction?.reference ?? '')
}

/** A short text that the database can store. */
function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, '').slice(0, 100)
}

function read(body: Buffer): WebhookEvent | null {
  try {
    const parsed = webhook.safeParse(JSON.parse(body.toString('utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
