import type { PhoneChannel } from '@labalaba/contract'
import * as z from 'zod/mini'
import type { Message, Messenger, Sent } from '../mail/messenger.ts'
import type { Log } from '../observability/log.ts'

export type TermiiSettings = {
  /** The address from the dashboard of the account. */
  readonly url: string
  readonly apiKey: string
  /** The sender's name for SMS, and the device's for WhatsApp; a channel without one is not offered. */
  readonly senders: Readonly<Record<PhoneChannel, string | null>>
  /** Termii's route for SMS: `dnd` also reaches numbers on the do-not-disturb list, once Termii has opened it. */
  readonly route: 'dnd' | 'generic'
  /** The longest wait, in seconds. */
  readonly seconds?: number
}

/** Sends through Termii, once for each call, and logs the outcome; never the recipient or the text. */
export function termiiMessenger(settings: TermiiSettings, log: Log): Messenger {
  return {
    offers: (['sms', 'whatsapp'] as const).filter((channel) => settings.senders[channel] !== null),
    async send(message) {
      const began = performance.now()
      const sent = await post(settings, message)
      const ms = Math.round(performance.now() - began)
      const why = 'reason' in sent ? sent.reason : undefined
      const about = { provider: 'termii', channel: message.channel, ms, outcome: sent.kind, why }
      if (sent.kind === 'accepted') log.info(about, 'message sent')
      else if (isOurs(sent))
        log.error({ ...about, alarm: 'messages' }, 'messages are refused: check the account')
      else log.warn(about, 'message not sent')
      return sent
    },
  }
}

async function post(settings: TermiiSettings, message: Message): Promise<Sent> {
  try {
    const response = await fetch(`${settings.url}/api/sms/send`, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout((settings.seconds ?? 15) * 1000),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf(settings, message)),
    })
    return judge(response.status, await response.text())
  } catch (error) {
    return notLeft(error) ?? { kind: 'unknown' }
  }
}

/** WhatsApp codes use a separate route, which takes only the digits. */
function bodyOf({ apiKey, senders, route }: TermiiSettings, message: Message): object {
  const { channel, to, text, digits } = message
  const isWhatsAppCode = channel === 'whatsapp' && digits !== null
  return {
    api_key: apiKey,
    to,
    from: senders[channel],
    sms: isWhatsAppCode ? digits : text,
    type: 'plain',
    channel: channel === 'sms' ? route : isWhatsAppCode ? 'whatsapp_otp' : 'whatsapp',
  }
}

const accepted = z.object({
  code: z.literal('ok'),
  message_id: z.union([z.string().check(z.minLength(1), z.maxLength(100)), z.number()]),
})

/** Certainly not taken: Termii had no capacity. After another fault, of its own or a gateway's, it may have been taken. */
const noRoom = new Set([429, 503])
/** A wrong key, no money, a route that is not open, a wrong address: not the message's fault; an operator must fix it. */
const wrongAccount = new Set([401, 402, 403, 404])

function judge(status: number, body: string): Sent {
  const reason = `status_${status}`
  const isElsewhere = status >= 300 && status < 400
  if (noRoom.has(status) || wrongAccount.has(status) || isElsewhere) return { kind: 'later', reason }
  if (status >= 400 && status < 500) return { kind: 'refused', reason }
  const read = accepted.safeParse(parsed(body))
  return read.success ? { kind: 'accepted', id: String(read.data.message_id) } : { kind: 'unknown' }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

const noConnection = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/
/** The responding server is not Termii, so nothing was sent to it. */
const noTrust = /CERT|^UNABLE_TO_VERIFY_LEAF_SIGNATURE$|^ERR_SSL_WRONG_VERSION_NUMBER$/

/** The outcome of a call that failed before anything was sent; null if something may have been sent. */
function notLeft(error: unknown): Sent | null {
  const cause = error instanceof Error ? error.cause : null
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (noConnection.test(code)) return { kind: 'later', reason: 'no_connection' }
  return noTrust.test(code) ? { kind: 'later', reason: 'no_trust' } : null
}

/** Whether the message waits for something that an operator must fix: not for a connection, or for capacity at Termii. */
function isOurs(sent: Sent): boolean {
  return (
    sent.kind === 'later' && sent.reason !== 'no_connection' && !noRoom.has(Number(sent.reason.slice(-3)))
  )
}
