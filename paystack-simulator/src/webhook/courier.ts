import { createHmac } from 'node:crypto'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { type Alarm, startAlarm } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Noise } from '../noise.ts'
import { rowsOf } from '../store.ts'

type Delivery = { id: number; attempts: number; dueAt: number; body: Uint8Array }

const due = `SELECT delivery.id, attempts, due_at, body FROM delivery
  JOIN webhook_event ON webhook_event.id = event_id WHERE state = 'pending' ORDER BY due_at, delivery.id LIMIT ?`

/** The most concurrent attempts. */
const hands = 32

/**
 * Delivers pending webhooks at least once, until one is answered with 200 or the plan ends (section 1.16). They are in the
 * store, so a restart continues where the last run stopped; an attempt interrupted by the end of the process is repeated.
 * While Paystack is offline, it sends nothing either.
 */
export function startCourier(context: Context): Alarm {
  const { store, now } = context
  const underWay = new Set<number>()
  const stopping = new AbortController()
  function sendDue(): number | null {
    if (context.faults.now().offline) return null
    for (const delivery of rowsOf<Delivery>(store, due, hands + underWay.size)) {
      if (underWay.has(delivery.id)) continue
      if (delivery.dueAt > now()) return delivery.dueAt
      if (underWay.size >= hands) return null
      void carry(delivery)
    }
    return null
  }

  async function carry({ id, attempts, body }: Delivery): Promise<void> {
    underWay.add(id)
    const arrived = await attempt(context, body, stopping.signal)
    if (stopping.signal.aborted) return
    settle(context, id, attempts + 1, arrived)
    underWay.delete(id)
    alarm.wake()
  }

  const alarm = startAlarm(sendDue, now)
  function stop(): void {
    stopping.abort()
    alarm.stop()
  }
  return { wake: alarm.wake, stop }
}

function settle({ store, settings, now }: Context, id: number, attempts: number, arrived: boolean): void {
  const wait = waitAfter(attempts, settings.retryScale)
  const state = arrived ? 'delivered' : wait === null ? 'given_up' : 'pending'
  const sql = 'UPDATE delivery SET state = ?, attempts = ?, due_at = ? WHERE id = ?'
  store.prepare(sql).run(state, attempts, Math.round(now() + (wait ?? 0)), id)
}

/**
 * One attempt. True only for a 200: another 2xx is a failure, and a redirect is not followed (section 1.16, S-18). A forged
 * attempt never counts, whatever its answer: the genuine one must still be sent.
 */
async function attempt(context: Context, body: Uint8Array, stopping: AbortSignal): Promise<boolean> {
  const { settings, noise, faults } = context
  const { forge, wrongKey } = faults.now().webhook
  const otherKey = noise.roll() < wrongKey
  const forged = otherKey || noise.roll() < forge
  const honest = signatureOf(body, settings.secretKey)
  const signature = otherKey ? otherKeySignature(body) : forged ? forgedSignature(body, noise) : honest
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(settings.webhookTimeoutMs)])
  const status = await post(context, body, signature, signal)
  return status === 200 && !forged
}

function post(
  { settings }: Context,
  body: Uint8Array,
  signature: string | null,
  signal: AbortSignal,
): Promise<number | null> {
  const { webhookUrl, webhookSource } = settings
  const send = webhookUrl.startsWith('https:') ? overHttps : overHttp
  const headers = {
    'content-type': 'application/json',
    'content-length': body.byteLength,
    'user-agent': 'Paystack-simulator',
    ...(signature !== null && { 'x-paystack-signature': signature }),
  }
  const source = webhookSource === null ? {} : { localAddress: webhookSource }
  return new Promise((resolve) => {
    const outgoing = send(
      webhookUrl,
      { method: 'POST', headers, signal, agent: false, ...source },
      (incoming) => {
        incoming.resume()
        incoming.on('error', () => resolve(null))
        resolve(incoming.statusCode ?? null)
      },
    )
    outgoing.on('error', () => resolve(null))
    outgoing.end(body)
  })
}

const minute = 60_000
const hour = 60 * minute
const lastAfter = 72 * hour

/**
 * How long to wait after the nth failed attempt (from 1), in milliseconds, or null to give up. Section 1.16: every 3
 * minutes for the first four tries, then hourly up to 72 hours; `scale` speeds the clock up by that factor. Test mode uses
 * the live plan too, so that both intervals occur.
 */
export function waitAfter(attempts: number, scale: number): number | null {
  if (attempts < 4) return (3 * minute) / scale
  const elapsed = 9 * minute + (attempts - 4) * hour
  return elapsed + hour > lastAfter ? null : hour / scale
}

/** Lower-case hex HMAC-SHA512 of the exact bytes, keyed with the secret key (section 1.16, S-18). */
function signatureOf(body: Uint8Array, secretKey: string): string {
  return createHmac('sha512', secretKey).update(body).digest('hex')
}

/** A valid signature with a key of another integration: another app's, or a revoked one. */
function otherKeySignature(body: Uint8Array): string {
  return signatureOf(body, 'sk_test_somebody_else')
}

/** A forged signature: with another key, truncated, or missing (null). */
function forgedSignature(body: Uint8Array, noise: Noise): string | null {
  const wrong = otherKeySignature(body)
  const roll = noise.roll()
  if (roll < 0.6) return wrong
  return roll < 0.8 ? wrong.slice(0, 64) : null
}
