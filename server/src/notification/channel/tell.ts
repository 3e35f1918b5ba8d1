import type { NoticeTopic, PhoneChannel } from '@labalaba/contract'
import { type AccountSummary, accountOfEmail } from '../../account/index.ts'
import type { OrderRow } from '../../booking/index.ts'
import type { Attachment } from '../../platform/mail.ts'
import type { Messenger } from '../../platform/messenger.ts'
import type { Letter } from '../letter.ts'
import { type Sending, sendOnce } from '../notices.ts'
import { queueMessage } from './outbox.ts'
import { channelsOf, goodFor } from './policy.ts'
import * as repository from './repository.ts'
import { type MessageKind, pageFor, standsInMail } from './words.ts'

export type Notice = {
  /** Says which notice to whom: each goes out once by each channel. */
  readonly key: string
  /** Says which notice, where two people hear of one event: a phone that they share gets one message. */
  readonly event?: string
  readonly topic: NoticeTopic
  readonly kind: MessageKind
  /** The email of the person. */
  readonly to: string
  readonly order: Pick<OrderRow, 'id' | 'reference' | 'account_id' | 'paid_at'>
  readonly letter: Letter
  readonly attach?: () => Promise<readonly Attachment[]>
  /** The order's page is not open to somebody who only paid: unless they booked it, they hear by mail alone. */
  readonly toPayer?: true
  /** Until when a message is worth sending; a day from the news where nothing is said. */
  readonly goodUntil?: (asked: Date) => Date
}

/** The job that is worked: what it is about, and when it was asked for. */
export type Asked = { readonly job: string; readonly payload: object; readonly at: Date }

export type Telling = Sending & { readonly messenger: Messenger; readonly asked?: Asked }

/**
 * Tells a person something about an order, by the channels that they chose for it: the one way that every such notice
 * goes. An email without an account is written to, and so is everybody whom no message reaches, or whose message did not
 * surely go. Throws where the mail cannot go, so that the job is tried again.
 */
export async function tell(sending: Telling, notice: Notice): Promise<void> {
  const account = await accountOfEmail(sending.db, notice.to)
  const ways = account ? await waysTo(sending, notice, account) : { mail: true, phones: [] }
  // The messages first, so that mail that has to wait does not hold them up.
  const reached = account && ways.phones.length > 0 && (await queueAll(sending, notice, account, ways.phones))
  if (ways.mail || !reached) await sendOnce(sending, notice.key, notice.to, notice.letter, notice.attach)
}

/** Tells several people of one event; what holds one of them up does not hold up the others. */
export async function tellEach(sending: Telling, notices: readonly Notice[]): Promise<void> {
  const failures: unknown[] = []
  for (const notice of notices) await tell(sending, notice).catch((failure) => failures.push(failure))
  if (failures.length > 0) throw failures[0]
}

type Phone = { readonly channel: PhoneChannel; readonly phone: string }

/** By which ways somebody with an account hears of a notice. */
async function waysTo(
  { db, messenger }: Telling,
  { topic, kind, toPayer, order }: Notice,
  account: AccountSummary,
): Promise<{ mail: boolean; phones: readonly Phone[] }> {
  const isOwn = account.id === order.account_id
  // Anybody may name anybody as the patient of an order: only one that was paid is worth a message to them.
  if (!isOwn && (toPayer || order.paid_at === null)) return { mail: true, phones: [] }
  const wanted = channelsOf(await repository.choicesOf(db, account.id), topic)
  const phones = (await repository.provenPhones(db, account.id)).filter(
    ({ channel }) => wanted.includes(channel) && messenger.offers.includes(channel),
  )
  return { mail: wanted.includes('email') || (!isOwn && standsInMail(kind)), phones }
}

/** Queues a message to each phone. Answers whether all of them are on their way, or have gone. */
async function queueAll(
  { db, clock, asked }: Telling,
  { key, event = key, topic, kind, order, goodUntil = aDay }: Notice,
  account: AccountSummary,
  phones: readonly Phone[],
): Promise<boolean> {
  const at = clock.now()
  const message = {
    ...{ key: event, kind, accountId: account.id, at, goodUntil: goodUntil(asked?.at ?? at) },
    subject: pageFor(kind, order, account.id === order.account_id),
    about: { topic, orderId: order.id, job: asked?.job ?? null, payload: asked?.payload ?? {} },
  }
  const numbers = phones.map(({ phone }) => phone)
  return await db.transaction().execute(async (tx) => {
    await repository.lockQueue(tx, account.id, numbers)
    let areQueued = true
    for (const phone of phones) areQueued = (await queueMessage(tx, { ...message, ...phone })) && areQueued
    return areQueued && !(await repository.hasFailed(tx, event, numbers))
  })
}

function aDay(asked: Date): Date {
  return new Date(asked.getTime() + goodFor.usual)
}
