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

export const readNoticeChoices = endpoint({
  method: 'GET',
  path: '/v0/notices',
  summary: 'The topics of the signed-in account, and the channels on which it gets notifications about each.',
  access: 'account',
  reply: choices,
  refusals: [],
})

export const chooseNotices = endpoint({
  method: 'PUT',
  path: '/v0/notices/:topic/:channel',
  summary:
    'Turns a channel on or off for one topic. Each topic keeps at least one channel. Needs a password given within the last 15 minutes. The owner gets a mail and can undo it.',
  access: 'account',
  recent: true,
  params: z.object({ topic: z.enum(noticeTopics), channel: z.enum(noticeChannels) }),
  body: z.strictObject({ on: z.boolean() }),
  reply: choices,
  refusals: ['phone_unproven', 'last_channel', 'channel_not_offered', 'sign_in_again', 'too_many'],
})

export const sendPhoneCode = endpoint({
  method: 'POST',
  path: '/v0/notices/phones/:channel/code',
  summary:
    'Sends five digits to a phone by this channel, to prove whose it is. They work for ten minutes. Needs a password given within the last 15 minutes.',
  access: 'account',
  recent: true,
  params: channelOfPhone,
  body: z.strictObject({ phone }),
  reply: z.object({ phone: z.string() }),
  refusals: ['channel_not_offered', 'too_many', 'sign_in_again'],
})

export const provePhone = endpoint({
  method: 'POST',
  path: '/v0/notices/phones/:channel',
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

export const removePhone = endpoint({
  method: 'DELETE',
  path: '/v0/notices/phones/:channel',
  summary:
    'Removes a confirmed phone, and turns its channel off. Each topic keeps at least one channel. Asking twice is harmless. Needs a password given within the last 15 minutes. The owner gets a mail and can undo it.',
  access: 'account',
  recent: true,
  params: channelOfPhone,
  reply: choices,
  refusals: ['last_channel', 'sign_in_again', 'too_many'],
})
