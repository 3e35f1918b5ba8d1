import { formatPhone, type NoticeTopic, noticeTopics, type PhoneChannel } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { fiveDigits, type Secret } from '../../../infra/config/secret.ts'
import type { Message, Messenger } from '../../../infra/mail/messenger.ts'
import { addJob, type Jobs } from '../../../infra/queue/jobs.ts'
import { labById } from '../../labs/index.ts'
import { type OrderRow, orderById } from '../../orders/index.ts'
import { stillStands, versionsOf } from '../../results/index.ts'
import {
  isSafetyNotice,
  isUnlimited,
  kindOf,
  type MessageKind,
  messageText,
  type Reader,
} from './message-texts.ts'
import { channelsOf, isStillTrue, messagesKept, mostMessages, phoneCodesKept } from './policy.ts'
import * as repository from './repository.ts'

/** What a notification is about, and the job that sends it. The job is queued again if the message does not go out. */
export type About = {
  readonly topic: NoticeTopic
  readonly orderId: number
  readonly job: string | null
  readonly payload: object
}

type Queued = {
  readonly key: string
  readonly channel: PhoneChannel
  readonly phone: string
  /** Null: the phone that an order names for its patient. */
  readonly accountId: number | null
  readonly kind: MessageKind
  /** The page of ours that the message links to, or the id of a code. */
  readonly subject: string
  /** Absent for a code. */
  readonly about?: About
  readonly at: Date
  readonly goodUntil: Date
}

/**
 * Queues a message, once per notification, channel and number. Returns true if it is queued or was sent; false if its time
 * has passed, or the number or account has reached its daily limit. Codes have limits of their own. Safety notices
 * and notices of break-glass have no daily limit: each is sent once.
 */
export async function queueMessage(tx: Tx, message: Queued): Promise<boolean> {
  const { key, channel, phone, accountId, kind, subject, about, at, goodUntil } = message
  if (await repository.isQueued(tx, message)) return true
  if (
    goodUntil <= at ||
    (about &&
      !isUnlimited(kind) &&
      (await repository.isFull(tx, { accountId, phone, at, most: mostMessages })))
  )
    return false
  const messageId = await repository.insertMessage(tx, {
    notice_key: key,
    channel,
    phone,
    account_id: accountId,
    kind,
    subject,
    queued_at: at,
    good_until: goodUntil,
    ...(about && {
      topic: about.topic,
      order_id: about.orderId,
      job: about.job,
      payload: JSON.stringify(about.payload),
    }),
  })
  if (messageId === null) return true
  await addJob(tx, 'send-message', { messageId }, { key: `message:${messageId}` })
  return true
}

export type MessageDependencies = {
  readonly db: Db
  readonly clock: Clock
  readonly secret: Secret
  readonly publicUrl: string
  readonly messenger: Messenger
}

/** The job that sends messages. */
export function messageJobs(deps: MessageDependencies): Jobs {
  return { 'send-message': ({ messageId }) => sendMessage(deps, String(messageId)) }
}

/**
 * Sends one message. It leaves the queue first, so that a crash in between sends nothing twice. It returns to the queue
 * only if the provider certainly did not accept it; then the job is retried.
 */
async function sendMessage(deps: MessageDependencies, messageId: string): Promise<void> {
  const { db, clock, messenger } = deps
  const taken = await repository.takeMessage(db, messageId)
  if (!taken) return await endLost(deps, messageId)
  const ended_at = clock.now()
  const message = await messageOf(deps, taken, ended_at)
  if ('state' in message) return await end(deps, taken, { ...message, ended_at })
  const sent = await messenger.send(message, { key: `message:${taken.id}` })
  switch (sent.kind) {
    case 'accepted':
      return await end(deps, taken, { state: 'sent', provider_id: sent.id, ended_at })
    case 'refused':
      return await end(deps, taken, { state: 'refused', reason: sent.reason, ended_at })
    case 'unknown':
      return await end(deps, taken, { state: 'unknown', ended_at })
    case 'later':
      await end(deps, taken, { state: 'queued', reason: sent.reason })
      throw new Error(`the provider did not accept a message: ${sent.reason}`)
  }
}

/** An earlier run took the message and stopped before the provider responded: it may have been sent. */
async function endLost(deps: MessageDependencies, id: string): Promise<void> {
  const row = await repository.messageById(deps.db, id)
  if (row?.state === 'unknown' && row.ended_at === null)
    await end(deps, row, { state: 'unknown', ended_at: deps.clock.now() })
}

/**
 * Records the outcome of a message. If it may not have been sent, its notification is queued again and goes by mail, unless
 * it is no longer true.
 */
async function end(
  { db }: MessageDependencies,
  row: repository.MessageRow,
  ending: repository.Ending,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const isEnded = await repository.endMessage(tx, row.id, ending)
    const isOver = ending.state === 'sent' || ending.state === 'queued'
    const isUntrue = ending.state === 'dropped' && ending.reason === 'untrue'
    if (!isEnded || isOver || isUntrue || row.job === null) return
    await addJob(tx, row.job, JSON.parse(row.payload ?? '{}'), { key: `instead:${row.id}` })
  })
}

type Dropped = { readonly state: 'refused' | 'dropped'; readonly reason: string }

/** Builds the message, unless it is too late, no longer wanted or no longer true. */
async function messageOf(
  deps: MessageDependencies,
  row: repository.MessageRow,
  now: Date,
): Promise<Message | Dropped> {
  const { db, secret, publicUrl, messenger } = deps
  const kind = kindOf(row.kind)
  if (!kind) return { state: 'refused', reason: 'unknown_kind' }
  if (row.good_until <= now) return { state: 'refused', reason: 'too_late' }
  if (!messenger.offers.includes(row.channel)) return { state: 'dropped', reason: 'not_offered' }
  const { channel, phone: to, subject } = row
  if (kind === 'code') {
    if (!(await repository.isLive(db, subject))) return { state: 'dropped', reason: 'untrue' }
    const digits = phoneDigits(secret, subject)
    return { channel, to, text: messageText(kind, { digits, page: '', reference: '', labPhone: '' }), digits }
  }
  const order = row.order_id === null ? undefined : await orderById(db, row.order_id)
  const payload: Payload = JSON.parse(row.payload ?? '{}')
  if (!order || !isStillTrue(kind, order, payload, now) || !(await isVersionInForce(db, kind, payload)))
    return { state: 'dropped', reason: 'untrue' }
  const unwanted = await whyUnwanted(db, row, kind, order)
  if (unwanted) return { state: 'dropped', reason: unwanted }
  const lab = await labById(db, order.lab_id)
  const about = { reference: order.reference, labPhone: formatPhone(lab?.phone ?? '') }
  const text = messageText(
    kind,
    { digits: '', page: `${publicUrl}/${subject}`, ...about },
    readerOf(row, order),
  )
  return { channel, to, text, digits: null }
}

type Payload = Readonly<Record<string, unknown>>

/**
 * Whether the version that a safety notice is about still stands: the lab may have corrected or withdrawn it since. A notice
 * that names no version is sent, as it may save a life.
 */
async function isVersionInForce(db: Db, kind: MessageKind, { reportId, number }: Payload): Promise<boolean> {
  if (!isSafetyNotice(kind) || typeof reportId !== 'string') return true
  return stillStands(await versionsOf(db, [reportId]), Number(number))
}

function readerOf({ account_id }: repository.MessageRow, order: OrderRow): Reader {
  if (account_id === null) return 'phone'
  return order.account_id === account_id ? 'booker' : 'patient'
}

/** The number may have been removed, or the channel turned off, since the message was queued. */
async function whyUnwanted(
  db: Db,
  row: repository.MessageRow,
  kind: MessageKind,
  order: OrderRow,
): Promise<string | null> {
  if (row.account_id === null) return row.phone === order.patient_phone ? null : 'unproven'
  const proven = await repository.provenPhones(db, row.account_id)
  if (!proven.some(({ channel, phone }) => channel === row.channel && phone === row.phone)) return 'unproven'
  if (isSafetyNotice(kind)) return null
  const topic = noticeTopics.find((one) => one === row.topic)
  const wanted = topic ? channelsOf(await repository.choicesOf(db, row.account_id), topic) : []
  return wanted.includes(row.channel) ? null : 'turned_off'
}

/** Ends queued messages whose time has passed, so that a mail goes out instead. The worker runs it every minute. */
export async function endOverdueMessages(db: Db, clock: Clock): Promise<void> {
  for (const messageId of await repository.overdueMessages(db, clock.now(), 200))
    await db
      .transaction()
      .execute((tx) => addJob(tx, 'send-message', { messageId }, { key: `message:${messageId}` }))
}

/** Deletes old records of messages and expired codes. The worker runs it every hour. */
export async function tidyMessages(db: Db, clock: Clock): Promise<void> {
  const before = (span: number) => new Date(clock.now().getTime() - span)
  await repository.forgetMessages(db, before(messagesKept))
  await repository.forgetCodes(db, before(phoneCodesKept))
}

/** The five digits of a code, from its random id. */
export function phoneDigits(secret: Secret, codeId: string): string {
  return fiveDigits(secret, 'phone code digits', codeId)
}
