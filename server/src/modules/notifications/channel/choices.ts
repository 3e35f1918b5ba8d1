import {
  type NoticeChannel,
  type NoticeChoices,
  type NoticeTopic,
  noticeTopics,
  type PhoneChannel,
} from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { Messenger } from '../../../infra/mail/messenger.ts'
import { accountById, lockActive } from '../../accounts/index.ts'
import { type Changer, noteChange, phoneActOf, turnOf } from '../contact-change/changes.ts'
import { channelsOf } from './policy.ts'
import * as repository from './repository.ts'

export type ChoiceDependencies = { readonly db: Db; readonly clock: Clock; readonly messenger: Messenger }

/** The channels that an account uses for each topic, and those it could choose. */
export async function readChoices(
  { db, messenger }: Omit<ChoiceDependencies, 'clock'>,
  accountId: number,
): Promise<NoticeChoices> {
  const [account, choices, proven] = await Promise.all([
    accountById(db, accountId),
    repository.choicesOf(db, accountId),
    repository.provenPhones(db, accountId),
  ])
  if (!account) throw new DomainError('invalid_token')
  return {
    email: account.email,
    phone: account.phone,
    topics: noticeTopics.map((topic) => ({
      topic,
      on: channelsOf(choices, topic).filter((one) => isOffered(messenger, one)),
    })),
    phones: messenger.offers.map((channel) => ({
      channel,
      phone: proven.find((one) => one.channel === channel)?.phone ?? null,
    })),
  }
}

/**
 * Turns a channel on or off for a topic; repeating it has no effect. Throws `channel_not_offered`, `phone_unproven`,
 * `last_channel` if no channel would be left for the topic, and `too_many`. The owner gets a mail.
 */
export async function choose(
  { db, clock, messenger }: ChoiceDependencies,
  by: Changer,
  { topic, channel, on }: { topic: NoticeTopic; channel: NoticeChannel; on: boolean },
): Promise<void> {
  const { accountId } = by
  if (on && channel !== 'email') refuseNotOffered(messenger, channel)
  await db.transaction().execute(async (tx) => {
    await lockActive(tx, accountId)
    await repository.lockChoices(tx, accountId)
    const before = channelsOf(await repository.choicesOf(tx, accountId), topic)
    if (before.includes(channel) === on) return
    if (!on && !before.some((one) => one !== channel && isOffered(messenger, one)))
      throw new DomainError('last_channel')
    const proven = await repository.provenPhones(tx, accountId)
    if (on && channel !== 'email' && !proven.some((one) => one.channel === channel))
      throw new DomainError('phone_unproven')
    const at = clock.now()
    await noteChange(tx, by, turnOf(topic, channel, on), at)
    await repository.saveChoice(tx, { accountId, topic, channel, isOn: on, at })
  })
}

/**
 * Removes a proven number and turns its channel off for every topic. Throws `last_channel` if a topic would be left without
 * a channel, and `too_many`. Calling it twice is harmless. The owner gets a mail.
 */
export async function removePhone(
  { db, clock, messenger }: ChoiceDependencies,
  by: Changer,
  channel: PhoneChannel,
): Promise<void> {
  const { accountId } = by
  await db.transaction().execute(async (tx) => {
    await lockActive(tx, accountId)
    await repository.lockChoices(tx, accountId)
    const choices = await repository.choicesOf(tx, accountId)
    const proven = await repository.provenPhones(tx, accountId)
    const reaches = (one: NoticeChannel) =>
      isOffered(messenger, one) && (one === 'email' || proven.some((phone) => phone.channel === one))
    for (const on of noticeTopics.map((topic) => channelsOf(choices, topic)))
      if (on.includes(channel) && !on.some((one) => one !== channel && reaches(one)))
        throw new DomainError('last_channel')
    const at = clock.now()
    const act = phoneActOf(channel, proven.find((phone) => phone.channel === channel)?.phone ?? null, null)
    if (act) await noteChange(tx, by, act, at)
    await repository.removeProven(tx, { accountId, channel, at })
  })
}

/**
 * Removes the numbers proven up to the reset of the password: a person with the old one may have added them. Numbers that
 * the owner restored through the mailed undo link stay. Topics left without a channel go by mail. Calling it twice is
 * harmless.
 */
export async function dropPhones(db: Db, accountId: number, until: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await repository.lockChoices(tx, accountId)
    const proven = await repository.provenPhones(tx, accountId)
    const dropped = proven.filter(({ provenAt, restoredAt }) => provenAt <= until && restoredAt === null)
    for (const { channel } of dropped) await repository.removeProven(tx, { accountId, channel, at: until })
    const choices = await repository.choicesOf(tx, accountId)
    for (const topic of noticeTopics)
      if (channelsOf(choices, topic).length === 0)
        await repository.saveChoice(tx, { accountId, topic, channel: 'email', isOn: true, at: until })
  })
}

export function refuseNotOffered(messenger: Messenger, channel: PhoneChannel): void {
  if (!isOffered(messenger, channel)) throw new DomainError('channel_not_offered')
}

function isOffered(messenger: Messenger, channel: NoticeChannel): boolean {
  return channel === 'email' || messenger.offers.includes(channel)
}
