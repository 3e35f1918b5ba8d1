import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  type NoticeChannel,
  type NoticeTopic,
  noticeChannels,
  noticeTopics,
  phoneChannels,
} from './notice.ts'

const act = z.object({
  what: z.enum(['phone_added', 'phone_changed', 'phone_removed', 'turned_on', 'turned_off']),
  channel: z.enum(noticeChannels),
  /** What was turned on or off; null for a phone. */
  topic: z.nullable(z.enum(noticeTopics)),
  /** The last two digits of the phone: of the new one, or of the one that was removed. */
  ending: z.nullable(z.string()),
  /** The last two digits of the phone that was replaced. */
  endingBefore: z.nullable(z.string()),
})
/** One thing that was changed about where an account's notices go. */
export type ContactAct = z.infer<typeof act>

const change = z.object({
  at: z.string(),
  /** The kind of browser, such as "Chrome on Android". */
  browser: z.string(),
  acts: z.array(act),
})

const undoable = z.object({
  /** How to choose a new password: with the forms of doctors or of everybody else. */
  type: z.enum(['user', 'doctor']),
  /** Until when the link works. */
  until: z.string(),
  /** What is undone: the change of the link, then every later one. */
  undone: z.array(change),
  /** Changes before it, not older than 72 hours, which stay. */
  staying: z.array(change),
  /** What stands once it is undone. */
  restored: z.object({
    phones: z.array(
      z.object({
        channel: z.enum(phoneChannels),
        ending: z.string(),
        /** Another account has proven this number since, so that it does not come back. */
        isTaken: z.boolean(),
      }),
    ),
    topics: z.array(z.object({ topic: z.enum(noticeTopics), on: z.array(z.enum(noticeChannels)) })),
  }),
})
export type UndoableChange = z.infer<typeof undoable>

/** The token behind the # of the link in the mail. */
const fromLink = z.strictObject({ token: z.string().check(z.regex(/^[\w-]{43}$/)) })

export const readContactChange = endpoint({
  method: 'POST',
  path: '/v0/contact-change',
  summary:
    'What the link in a mail about changed phones or notices would undo. It is no GET because no address may hold the token.',
  access: 'public',
  body: fromLink,
  reply: undoable,
  refusals: ['undo_ended', 'too_many'],
})

export const undoContactChange = endpoint({
  method: 'POST',
  path: '/v0/contact-change/undo',
  summary:
    'Puts phones and choices of notices back as they were before the change of the link, and undoes every later change. The link works once and for 72 hours, without a login.',
  access: 'public',
  body: fromLink,
  reply: z.object({}),
  refusals: ['undo_ended', 'too_many'],
})

/** A channel in the middle of a sentence. */
export const channelWords: Readonly<Record<NoticeChannel, string>> = {
  email: 'email',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
}

/** What each topic is called. */
export const topicTitles: Readonly<Record<NoticeTopic, string>> = {
  bookings: 'Bookings and visits',
  results: 'Results',
  money: 'Payments and refunds',
}

/** What was changed, in words, as the mail and the page say it. */
export function contactActWords({ what, channel, topic, ending, endingBefore }: ContactAct): string {
  const by = channelWords[channel]
  switch (what) {
    case 'phone_added':
      return `${by} goes to a new phone: the number that ends in ${ending}.`
    case 'phone_changed':
      return `${by} goes to another phone: the number that ends in ${ending}, not ${endingBefore}.`
    case 'phone_removed':
      return `The phone for ${by} was removed: the number that ends in ${ending}.`
    case 'turned_on':
      return `${topic ? topicTitles[topic] : ''}: ${by} was turned on.`
    case 'turned_off':
      return `${topic ? topicTitles[topic] : ''}: ${by} was turned off.`
  }
}
