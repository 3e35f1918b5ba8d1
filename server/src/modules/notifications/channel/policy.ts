import { type NoticeChannel, type NoticeTopic, noticeChannels } from '@labalaba/contract'
import type { OrderRow } from '../../orders/index.ts'
import type { MessageKind } from './message-texts.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** The stored choice of an account for one channel of one topic. */
export type Choice = {
  readonly topic: NoticeTopic
  readonly channel: NoticeChannel
  readonly is_on: boolean
}

/** The channels of a topic: those that were chosen. Mail is on by default. */
export function channelsOf(choices: readonly Choice[], topic: NoticeTopic): NoticeChannel[] {
  const chosen = (channel: NoticeChannel) =>
    choices.find((choice) => choice.topic === topic && choice.channel === channel)?.is_on
  return noticeChannels.filter((channel) => chosen(channel) ?? channel === 'email')
}

/** How long the digits sent to a phone work, in milliseconds. */
export const phoneCodeLife = 10 * minute
/** Wrong attempts that end a code. */
export const phoneCodeTries = 5
/** How long a queued message is worth sending, in milliseconds. */
export const goodFor = { usual: day, onTheWay: 2 * hour } as const
/** How long the recipient of a message is stored, in milliseconds. */
export const messagesKept = 90 * day
/** How long a code sent to a phone is stored, in milliseconds, and with it a number that may never have been proven. */
export const phoneCodesKept = 2 * day
/** Messages that a number and an account may get within a day, not counting codes. Beyond that only mails go out. */
export const mostMessages = { phone: 20, account: 30 } as const

/** How often digits may be sent, and how often wrong ones may be typed. */
export const limits = {
  /** One account and channel. */
  again: { most: 1, window: minute },
  accountHour: { most: 5, window: hour },
  accountDay: { most: 10, window: day },
  /** One number, from all accounts together, so that a phone cannot be flooded with messages. */
  phone: { most: 5, window: day },
  address: { most: 20, window: hour },
  /** All numbers together: limits what strangers can make us spend. */
  everywhere: { most: 500, window: hour },
  everywhereDay: { most: 2000, window: day },
  wrong: { most: 15, window: day },
} as const

type OrderFacts = Pick<OrderRow, 'state' | 'expires_at' | 'collection_on' | 'set_off_at' | 'late_choice'>

/** Whether a message about an order is still true: it may have waited in the queue. */
export function isStillTrue(
  kind: MessageKind,
  order: OrderFacts,
  payload: Readonly<Record<string, unknown>>,
  now: Date,
): boolean {
  switch (kind) {
    case 'placed':
      return order.state === 'awaiting_payment' && order.expires_at > now
    case 'reminder':
    case 'day_closed':
      return order.state === 'scheduled' && order.collection_on === payload.day
    case 'on_the_way':
      return order.state === 'scheduled' && order.set_off_at !== null
    case 'late':
      return order.state === 'scheduled' && order.late_choice === null
    case 'moved':
    case 'missed':
    case 'left_out':
      return order.state === 'scheduled'
    case 'paid':
    case 'received':
    case 'rejected':
    case 'given_up':
    case 'call_now':
    case 'call_today':
      return order.state !== 'cancelled'
    case 'ready':
    case 'corrected':
    case 'added':
    case 'withdrawn':
    case 'break_glass':
    case 'cancelled':
    case 'held':
    case 'receipt':
    case 'part_refunded':
    case 'refunded':
    case 'refund_failed':
    case 'code':
      return true
  }
}
