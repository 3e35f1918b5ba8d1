import type { PhoneChannel } from '@labalaba/contract'
import type { Db } from '../db.ts'

export type Message = {
  readonly channel: PhoneChannel
  /** 234 and ten digits. */
  readonly to: string
  readonly text: string
  /** What a code message is about: some providers send codes by a route of their own, which takes digits alone. */
  readonly digits: string | null
}

/**
 * What became of a message. `later` says that the provider surely did not take it, and may yet; `refused` that it never will;
 * after `unknown` it may have taken it, so that sending it again could send it twice.
 */
export type Sent =
  | { readonly kind: 'accepted'; readonly id: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'later'; readonly reason: string }
  | { readonly kind: 'unknown' }

/** Sends short messages to phones, by the channels that it offers. It never throws. */
export type Messenger = {
  readonly offers: readonly PhoneChannel[]
  /** `key` is the same whenever the same message is sent. */
  send(message: Message, about: { readonly key: string }): Promise<Sent>
}

const subjects = { sms: 'SMS', whatsapp: 'WhatsApp' } as const

/** A demonstration's messages: kept beside its mail, shown at /dev/mailbox, sent nowhere. */
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

/** Nothing is set up: no channel to a phone is offered. */
export const noMessenger: Messenger = {
  offers: [],
  async send() {
    return { kind: 'later', reason: 'no provider is set up' }
  },
}
