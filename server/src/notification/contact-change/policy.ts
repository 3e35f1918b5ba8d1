import { type NoticeChannel, noticeTopics, type PhoneChannel } from '@labalaba/contract'
import { type Choice, channelsOf } from '../channel/policy.ts'

const second = 1000
const hour = 60 * 60 * second
const day = 24 * hour

/** How long after the first change the mail is made: what the same session changes until then is in the same mail. */
export const mailAfter = 30 * second
/** How long the link of the mail works. */
export const undoLife = 72 * hour
/** How many things one change holds; what comes then begins another. */
export const actsOfChange = 20
/** How many changes an account makes in a day, as each is a mail. */
export const changesADay = { most: 20, window: day } as const
/** How long a change is kept whose mail could not be made. */
export const unmailedKept = 30 * day
/** Wrong links from one network, which many phones may share. */
export const wrongLinks = { most: 40, window: hour / 4 } as const

/** An account's phones and choices of notices at one moment. */
export type Stood = {
  readonly phones: readonly {
    readonly channel: PhoneChannel
    readonly phone: string
    /** An instant in ISO 8601. */
    readonly provenAt: string
  }[]
  readonly choices: readonly Choice[]
}

/** The last two digits of a phone: what mails and pages show of it. */
export function endingOf(phone: string): string {
  return phone.slice(-2)
}

/**
 * What an undo puts back of what stood. A number that is taken stays away, and its channel is off; a topic that nothing
 * would reach goes by mail.
 */
export function restorable(stood: Stood, isTaken: (phone: string) => boolean): Stood {
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
