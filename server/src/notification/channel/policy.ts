import { type NoticeChannel, type NoticeTopic, noticeChannels } from '@labalaba/contract'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** What somebody has said about one channel of one topic. */
export type Choice = {
  readonly topic: NoticeTopic
  readonly channel: NoticeChannel
  readonly is_on: boolean
}

/** The channels of a topic: those that were chosen, and mail where nothing was said about it. */
export function channelsOf(choices: readonly Choice[], topic: NoticeTopic): NoticeChannel[] {
  const said = (channel: NoticeChannel) =>
    choices.find((choice) => choice.topic === topic && choice.channel === channel)?.is_on
  return noticeChannels.filter((channel) => said(channel) ?? channel === 'email')
}

/** How every mobile number in Nigeria begins; to others a message costs more, and reaches nobody. */
export const mobilePrefix = /^234(70|80|81|90|91)/
/** How long the digits that were sent to a phone work. */
export const phoneCodeLife = 10 * minute
/** Wrong tries that end a code. */
export const phoneCodeTries = 5
/** How long a message that stands in the queue is still worth sending. */
export const goodFor = { usual: day, onTheWay: 2 * hour } as const
/** How long it is kept to whom a message went. */
export const messagesKept = 90 * day
/** How long a code is kept that was sent to a phone, and with it a number that nobody may have proven. */
export const phoneCodesKept = 2 * day
/** How many messages a number and an account get within a day, codes apart; what is more goes by mail alone. */
export const mostMessages = { phone: 20, account: 30 } as const

/** How often digits may be sent, and how often wrong ones may be typed. */
export const limits = {
  /** One account and channel. */
  again: { most: 1, window: minute },
  accountHour: { most: 5, window: hour },
  accountDay: { most: 10, window: day },
  /** One number, whoever asks: nobody's phone is made to ring all day. */
  phone: { most: 5, window: day },
  address: { most: 20, window: hour },
  /** All numbers together: what strangers can make us spend. */
  everywhere: { most: 500, window: hour },
  everywhereDay: { most: 2000, window: day },
  wrong: { most: 15, window: day },
} as const
