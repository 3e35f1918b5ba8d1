import {
  formatPhone,
  type NoticeChannel,
  type NoticeChoices,
  type NoticeTopic,
  type PhoneChannel,
  topicTitles,
} from '@labalaba/contract'
import * as copy from '../../copy/notifications.ts'
import * as shared from '../../copy/shared.ts'

export const channelNames = {
  email: shared.email,
  sms: copy.sms,
  whatsapp: copy.whatsApp,
} as const satisfies Record<NoticeChannel, string>

/** The label and description of each topic. */
export const topicWords = {
  bookings: {
    title: topicTitles.bookings,
    about: copy.bookingsAbout,
  },
  results: {
    title: topicTitles.results,
    about: copy.resultsAbout,
  },
  money: {
    title: topicTitles.money,
    about: copy.moneyAbout,
  },
} as const satisfies Record<NoticeTopic, { title: string; about: string }>

/** The channels that can be chosen, mail first. */
export function channelsOffered({ phones }: Pick<NoticeChoices, 'phones'>): NoticeChannel[] {
  return ['email', ...phones.map(({ channel }) => channel)]
}

/** The number that was proven for a channel, or null. */
export function provenPhone({ phones }: Pick<NoticeChoices, 'phones'>, channel: PhoneChannel): string | null {
  return phones.find((one) => one.channel === channel)?.phone ?? null
}

/** Where a channel's notifications go, shown next to its switch. */
export function whereTo(choices: NoticeChoices, channel: NoticeChannel): string {
  if (channel === 'email') return choices.email
  const phone = provenPhone(choices, channel)
  return phone ? formatPhone(phone) : copy.confirmPhoneFirst
}

/** The choices after a switch was turned. */
export function turned(
  choices: NoticeChoices,
  { topic, channel, on }: { topic: NoticeTopic; channel: NoticeChannel; on: boolean },
): NoticeChoices {
  const change = (one: NoticeChoices['topics'][number]) => ({
    ...one,
    on: channelsOffered(choices).filter((other) => (other === channel ? on : one.on.includes(other))),
  })
  return { ...choices, topics: choices.topics.map((one) => (one.topic === topic ? change(one) : one)) }
}

/** Reads the hash of a mail's link that undoes a change; returns null for anything else. */
export function readUndoLink(hash: string): string | null {
  return hash.match(/^#([\w-]{43})$/)?.[1] ?? null
}

/** True if turning this channel off would leave none for the topic. */
export function isLast(choices: NoticeChoices, topic: NoticeTopic, channel: NoticeChannel): boolean {
  const on = choices.topics.find((one) => one.topic === topic)?.on ?? []
  return on.length === 1 && on.includes(channel)
}
