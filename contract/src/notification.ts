import * as z from 'zod/mini'
import { phone } from './account.ts'
import { endpoint } from './endpoint.ts'

/** The topics of notifications. Codes and everything about the password always go by mail and cannot be switched off. */
export const noticeTopics = ['bookings', 'results', 'money'] as const
export type NoticeTopic = (typeof noticeTopics)[number]

export const noticeChannels = ['email', 'sms', 'whatsapp'] as const
export type NoticeChannel = (typeof noticeChannels)[number]
/** The channels that go to a phone. */
export const phoneChannels = ['sms', 'whatsapp'] as const
export type PhoneChannel = (typeof phoneChannels)[number]

const choices = z.object({
  email: z.string(),
  /** The number typed at registration: only a suggestion until it is verified. */
  phone: z.string(),
  topics: z.array(z.object({ topic: z.enum(noticeTopics), on: z.array(z.enum(noticeChannels)) })),
  /** The phone channels that this site supports, each with the number verified for it. */
  phones: z.array(z.object({ channel: z.enum(phoneChannels), phone: z.nullable(z.string()) })),
})
export type NoticeChoices = z.infer<typeof choices>

const channelOfPhone = z.object({ channel: z.enum(phoneChannels) })

export const readNoticeChoices = endpoint('GET /v0/notices', {
  summary: 'The topics of the signed-in account, and the channels on which it gets notifications about each.',
  access: 'account',
  reply: choices,
})

export const chooseNotices = endpoint('PUT /v0/notices/:topic/:channel', {
  summary:
    'Turns a channel on or off for one topic. Each topic keeps at least one channel. Needs a password given within the last 15 minutes. The owner gets a mail and can undo it.',
  access: 'account',
  recent: true,
  params: z.object({ topic: z.enum(noticeTopics), channel: z.enum(noticeChannels) }),
  body: z.strictObject({ on: z.boolean() }),
  reply: choices,
  refusals: ['phone_unproven', 'last_channel', 'channel_not_offered', 'sign_in_again', 'too_many'],
})

export const sendPhoneCode = endpoint('POST /v0/notices/phones/:channel/code', {
  summary:
    'Sends five digits to a phone by this channel, to prove whose it is. They work for ten minutes. Needs a password given within the last 15 minutes.',
  access: 'account',
  recent: true,
  params: channelOfPhone,
  body: z.strictObject({ phone }),
  reply: z.object({ phone: z.string() }),
  refusals: ['channel_not_offered', 'too_many', 'sign_in_again'],
})

export const provePhone = endpoint('POST /v0/notices/phones/:channel', {
  summary:
    'Confirms a phone with the digits that were sent to it. Five wrong tries end them. Needs a password given within the last 15 minutes. The owner gets a mail and can undo it.',
  access: 'account',
  recent: true,
  params: channelOfPhone,
  body: z.strictObject({
    code: z.string().check(z.trim(), z.regex(/^\d{5}$/, 'otp must be 5 digits')),
  }),
  reply: choices,
  refusals: ['wrong_code', 'too_many', 'channel_not_offered', 'sign_in_again'],
})

export const removePhone = endpoint('DELETE /v0/notices/phones/:channel', {
  summary:
    'Removes a confirmed phone, and turns its channel off. Each topic keeps at least one channel. Asking twice is harmless. Needs a password given within the last 15 minutes. The owner gets a mail and can undo it.',
  access: 'account',
  recent: true,
  params: channelOfPhone,
  reply: choices,
  refusals: ['last_channel', 'sign_in_again', 'too_many'],
})

const act = z.object({
  what: z.enum(['phone_added', 'phone_changed', 'phone_removed', 'turned_on', 'turned_off']),
  channel: z.enum(noticeChannels),
  /** The topic that was turned on or off; null for a phone. */
  topic: z.nullable(z.enum(noticeTopics)),
  /** The last two digits of the new phone, or of the removed one. */
  ending: z.nullable(z.string()),
  /** The last two digits of the replaced phone. */
  endingBefore: z.nullable(z.string()),
})
/** One change to where an account's notifications go. */
export type ContactAct = z.infer<typeof act>

const change = z.object({
  at: z.string(),
  /** The kind of browser, such as "Chrome on Android". */
  browser: z.string(),
  acts: z.array(act),
})

const undoable = z.object({
  /** Which form to use for a new password: the doctors' or the general one. */
  type: z.enum(['user', 'doctor']),
  /** Until when the link works. */
  until: z.string(),
  /** What is undone: the change in the link and every later one. */
  undone: z.array(change),
  /** Earlier changes, at most 72 hours old, which stay. */
  staying: z.array(change),
  /** The choices after the undo. */
  restored: z.object({
    phones: z.array(
      z.object({
        channel: z.enum(phoneChannels),
        ending: z.string(),
        /** Another account has verified this number since, so it is not restored. */
        isTaken: z.boolean(),
      }),
    ),
    topics: z.array(z.object({ topic: z.enum(noticeTopics), on: z.array(z.enum(noticeChannels)) })),
  }),
})
export type UndoableChange = z.infer<typeof undoable>

/** The token in the fragment of the link in the mail. */
const fromLink = z.strictObject({ token: z.string().check(z.regex(/^[\w-]{43}$/)) })

export const readContactChange = endpoint('POST /v0/contact-change', {
  summary:
    'What the link in a mail about changed phones or notifications would undo. It is not a GET, because the token must not be in an address.',
  access: 'public',
  body: fromLink,
  reply: undoable,
  refusals: ['undo_ended', 'too_many'],
})

export const undoContactChange = endpoint('POST /v0/contact-change/undo', {
  summary:
    'Restores phones and choices of notifications as they were before the change of the link, and undoes every later change. The link works for 72 hours, once, without a login.',
  access: 'public',
  body: fromLink,
  reply: z.object({}),
  refusals: ['undo_ended', 'too_many'],
})

/** A channel as written in the middle of a sentence. */
export const channelWords: Readonly<Record<NoticeChannel, string>> = {
  email: 'email',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
}

/** The title of each topic. */
export const topicTitles: Readonly<Record<NoticeTopic, string>> = {
  bookings: 'Bookings and visits',
  results: 'Results',
  money: 'Payments and refunds',
}

/** A change in words, for the mail and the page. */
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
