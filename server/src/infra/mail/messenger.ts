import type { PhoneChannel } from '@labalaba/contract'
import type { Db } from '../../db.ts'

export type Message = {
  readonly channel: PhoneChannel
  /** The number: 234 and ten digits. */
  readonly to: string
  readonly text: string
  /** The digits of a code message: some providers send codes by a separate route, which takes only the digits. */
  readonly digits: string | null
}

/**
 * The outcome of a message. `later`: the provider certainly did not take it, and may take it later. `refused`: it never
 * will. `unknown`: it may have taken it, so sending it again could send it twice.
 */
export type Sent =
  | { readonly kind: 'accepted'; readonly id: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'later'; readonly reason: string }
  | { readonly kind: 'unknown' }

/** Sends short messages to phones by the channels that it offers. It never throws. */
export type Messenger = {
  readonly offers: readonly PhoneChannel[]
  /** `key` is the same at each retry of one message. */
  send(message: Message, about: { readonly key: string }): Promise<Sent>
}

const subjects = { sms: 'SMS', whatsapp: 'WhatsApp' } as const

/** A demonstration's messages: stored with its mail, shown at /dev/mailbox, not sent. */
export function mailboxMessenger(db: Db): Messenger {
  return {
    offers: ['sms', 'whatsapp'],
    async send({ channel, to, text }, { key }) {
      await db
        .insertInto('mailbox')
        .values({ recipient: to, subject: subjects[channel], text, html: '', message_id: key })
        .onConflict((conflict) => conflict.column('message_id').doNothing())
        .execute()
      return { kind: 'accepted', id: key }
    },
  }
}

/** For an install without provider: no channel to a phone is offered. */
export const noMessenger: Messenger = {
  offers: [],
  async send() {
    return { kind: 'later', reason: 'no provider is set up' }
  },
}
