import { type NoticeChannel, noticeTopics, type PhoneChannel } from '@labalaba/contract'
import { type Choice, channelsOf } from '../channel/policy.ts'

const second = 1000
const hour = 60 * 60 * second
const day = 24 * hour

/** Delay of the mail after the first change, in milliseconds. What the same session changes until then joins that mail. */
export const mailAfter = 30 * second
/** How long the link of the mail works, in milliseconds. */
export const undoLife = 72 * hour
/** How many acts one change holds; the next act begins another change. */
export const actsOfChange = 20
/** How many changes an account may make in a day, as each sends a mail. */
export const changesADay = { most: 20, window: day } as const
/** How long a change is stored whose mail could not be made, in milliseconds. */
export const unmailedLife = 30 * day
/** Wrong links from one network, which many phones may share. */
export const wrongLinks = { most: 40, window: hour / 4 } as const

/** An account's phones and notification choices at one moment. */
export type ContactState = {
  readonly phones: readonly {
    readonly channel: PhoneChannel
    readonly phone: string
    /** An instant in ISO 8601. */
    readonly provenAt: string
  }[]
  readonly choices: readonly Choice[]
}

/** The last two digits of a phone: the part of it that mails and pages show. */
export function endingOf(phone: string): string {
  return phone.slice(-2)
}

/**
 * The part of the stored state that an undo restores. A number that another account has taken is left out and its channel
 * is off; a topic left without a channel goes by mail.
 */
export function restorable(stood: ContactState, isTaken: (phone: string) => boolean): ContactState {
  const phones = stood.phones.filter(({ phone }) => !isTaken(phone))
  const reaches = (channel: NoticeChannel) =>
    channel === 'email' || phones.some((one) => one.channel === channel)
  const choices = stood.choices.map((choice) => ({
    ...choice,
    is_on: choice.is_on && reaches(choice.channel),
  }))
  const unreached = noticeTopics.filter((topic) => channelsOf(choices, topic).length === 0)
  return {
    phones,
    choices: [
      ...choices.filter(({ topic, channel }) => channel !== 'email' || !unreached.includes(topic)),
      ...unreached.map((topic) => ({ topic, channel: 'email' as const, is_on: true })),
    ],
  }
}
