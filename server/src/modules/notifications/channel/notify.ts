import { isMobile, type NoticeTopic, type PhoneChannel } from '@labalaba/contract'
import type { Secret } from '../../../infra/config/secret.ts'
import type { Attachment } from '../../../infra/mail/mail.ts'
import type { Messenger } from '../../../infra/mail/messenger.ts'
import type { Log } from '../../../infra/observability/log.ts'
import { type AccountSummary, accountOfEmail } from '../../accounts/index.ts'
import type { OrderRow } from '../../orders/index.ts'
import type { ReceiptRenderer } from '../../payments/index.ts'
import type { Letter } from '../letter.ts'
import { type SendDependencies, sendOnce } from '../send-once.ts'
import { isOnlyInMail, isSafetyNotice, type MessageKind, pageFor, type Reader } from './message-texts.ts'
import { queueMessage } from './outbox.ts'
import { channelsOf, goodFor } from './policy.ts'
import * as repository from './repository.ts'

export type Notice = {
  /** Identifies the notification and its recipient: each is sent once per channel. */
  readonly key: string
  /** Identifies the notification if two people receive it about one event: a phone that they share gets one message. */
  readonly event?: string
  readonly topic: NoticeTopic
  readonly kind: MessageKind
  /** The email of the recipient; null: by SMS, to the phone that the order names for its patient. */
  readonly to: string | null
  readonly order: Pick<OrderRow, 'id' | 'reference' | 'account_id' | 'paid_at' | 'patient_phone'>
  readonly letter: Letter
  readonly attach?: () => Promise<readonly Attachment[]>
  /** A payer cannot open the order's page: unless they booked the order, they are notified by mail alone. */
  readonly toPayer?: true
  /** Until when a message is worth deps; by default a day from the request. */
  readonly goodUntil?: (requested: Date) => Date
}

/** The job that is running, with its payload, and when it was requested. */
export type RunningJob = { readonly name: string; readonly payload: object; readonly at: Date }

export type NotifyDependencies = SendDependencies & {
  readonly messenger: Messenger
  readonly publicUrl: string
  readonly job?: RunningJob
}

/** What the jobs of this module are given. */
export type NotificationDependencies = NotifyDependencies & {
  readonly secret: Secret
  readonly operatorMail: string
  /** Draws the receipts that are attached to mails. */
  readonly renderer: ReceiptRenderer
  readonly log: Log
}

/**
 * Notifies a person about an order through the channels that they chose; every such notification goes through here. Sends
 * mail if the email has no account, if the person chose mail, or if no message is sure to reach them; a patient without an
 * email gets an SMS. A safety notice goes by mail and to every proven phone, whatever was chosen. Throws if the mail
 * cannot be sent, so that the job is retried.
 */
export async function notify(deps: NotifyDependencies, notice: Notice): Promise<void> {
  if (notice.to === null) return await notifyPhoneOfOrder(deps, notice)
  const account = await accountOfEmail(deps.db, notice.to)
  const ways = account ? await waysTo(deps, notice, account) : { mail: true, phones: [] }
  // Messages go first, so that a delayed mail does not hold them up.
  const recipient = account && recipientOf(account, notice.order)
  const reached =
    recipient && ways.phones.length > 0 && (await queueAll(deps, notice, recipient, ways.phones))
  if (ways.mail || !reached) await sendOnce(deps, notice.key, notice.to, notice.letter, notice.attach)
}

/**
 * Sends a notification by SMS to the phone that a paid order names for its patient. No account has proven the number; the
 * texts say nothing that a stranger may not read. Nothing is sent if no SMS is offered, or if the number is not a mobile one
 * of Nigeria.
 */
async function notifyPhoneOfOrder(deps: NotifyDependencies, notice: Notice): Promise<void> {
  const { order } = notice
  const isReached = deps.messenger.offers.includes('sms') && isMobile(order.patient_phone)
  if (!isReached || order.paid_at === null) return
  await queueAll(deps, notice, { accountId: null, reader: 'phone' }, [
    { channel: 'sms', phone: order.patient_phone },
  ])
}

/** Notifies several people of one event. A failure for one does not hold up the others. */
export async function notifyEach(deps: NotifyDependencies, notices: readonly Notice[]): Promise<void> {
  const failures: unknown[] = []
  for (const notice of notices) await notify(deps, notice).catch((failure) => failures.push(failure))
  if (failures.length > 0) throw failures[0]
}

type Phone = { readonly channel: PhoneChannel; readonly phone: string }

/** Who receives a message: an account, or the phone that an order names. */
type Recipient = { readonly accountId: number | null; readonly reader: Reader }

function recipientOf({ id }: AccountSummary, order: Notice['order']): Recipient {
  return { accountId: id, reader: id === order.account_id ? 'booker' : 'patient' }
}

/** The channels by which an account holder receives a notification. A safety notice goes by every channel. */
async function waysTo(
  { db, messenger }: NotifyDependencies,
  { topic, kind, toPayer, order }: Notice,
  account: AccountSummary,
): Promise<{ mail: boolean; phones: readonly Phone[] }> {
  const isOwn = account.id === order.account_id
  // Any account can name any email as the patient of an order, so the patient gets messages only if it was paid.
  if (!isOwn && (toPayer || order.paid_at === null)) return { mail: true, phones: [] }
  const wanted = channelsOf(await repository.choicesOf(db, account.id), topic)
  const isSafety = isSafetyNotice(kind)
  const phones = (await repository.provenPhones(db, account.id)).filter(
    ({ channel }) => (isSafety || wanted.includes(channel)) && messenger.offers.includes(channel),
  )
  return { mail: isSafety || wanted.includes('email') || (!isOwn && isOnlyInMail(kind)), phones }
}

/** Queues a message to each phone. Returns whether all of them are queued or were sent. */
async function queueAll(
  { db, clock, job }: NotifyDependencies,
  { key, event = key, topic, kind, order, goodUntil = aDay }: Notice,
  { accountId, reader }: Recipient,
  phones: readonly Phone[],
): Promise<boolean> {
  const at = clock.now()
  const message = {
    key: event,
    kind,
    accountId,
    at,
    goodUntil: goodUntil(job?.at ?? at),
    subject: pageFor(kind, order, reader),
    about: { topic, orderId: order.id, job: job?.name ?? null, payload: job?.payload ?? {} },
  }
  const numbers = phones.map(({ phone }) => phone)
  return await db.transaction().execute(async (tx) => {
    await repository.lockQueue(tx, accountId, numbers)
    let areQueued = true
    for (const phone of phones) areQueued = (await queueMessage(tx, { ...message, ...phone })) && areQueued
    return areQueued && !(await repository.hasFailed(tx, event, numbers))
  })
}

function aDay(requested: Date): Date {
  return new Date(requested.getTime() + goodFor.usual)
}
