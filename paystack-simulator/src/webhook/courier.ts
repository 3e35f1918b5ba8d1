import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import type { Alarm } from '../alarm.ts'
import { startAlarm } from '../alarm.ts'
import type { Context } from '../context.ts'
import type { Row } from '../store.ts'
import { whole } from '../store.ts'
import { waitAfter } from './retry-plan.ts'
import { forgedSignature, otherKeySignature, signatureOf } from './signature.ts'

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
  const due = store.prepare(`SELECT delivery.id, event_id, attempts, due_at, body FROM delivery
    JOIN webhook_event ON webhook_event.id = event_id WHERE state = 'pending' ORDER BY due_at, delivery.id LIMIT ?`)

  function sendDue(): number | null {
    if (context.faults.now().offline) return null
    for (const delivery of due.all(hands + underWay.size)) {
      if (underWay.has(whole(delivery, 'id'))) continue
      if (whole(delivery, 'due_at') > now()) return whole(delivery, 'due_at')
      if (underWay.size >= hands) return null
      void carry(delivery)
    }
    return null
  }

  async function carry(delivery: Row): Promise<void> {
    const id = whole(delivery, 'id')
    underWay.add(id)
    const { body } = delivery
    const arrived = body instanceof Uint8Array && (await attempt(context, body, stopping.signal))
    if (stopping.signal.aborted) return
    settle(context, id, whole(delivery, 'attempts') + 1, arrived)
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
