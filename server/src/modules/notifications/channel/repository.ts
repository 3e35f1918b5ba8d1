import type { NoticeChannel, NoticeTopic, PhoneChannel } from '@labalaba/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import { acquireAdvisoryLock } from '../../../infra/db/advisory-lock.ts'
import type { PhoneCode, PhoneMessage } from '../../../tables.ts'
import type { Choice } from './policy.ts'

export async function choicesOf(db: Db, accountId: number): Promise<Choice[]> {
  return await db
    .selectFrom('notice_choice')
    .select(['topic', 'channel', 'is_on'])
    .where('account_id', '=', accountId)
    .execute()
}

/** Serialises changes of one account's choices until the transaction ends. */
export async function lockChoices(tx: Tx, accountId: number): Promise<void> {
  await acquireAdvisoryLock(tx, `notice choices ${accountId}`)
}

export async function saveChoice(
  tx: Tx,
  choice: { accountId: number; topic: NoticeTopic; channel: NoticeChannel; isOn: boolean; at: Date },
): Promise<void> {
  const { accountId, topic, channel, isOn, at } = choice
  await tx
    .insertInto('notice_choice')
    .values({ account_id: accountId, topic, channel, is_on: isOn, changed_at: at })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'topic', 'channel']).doUpdateSet({ is_on: isOn, changed_at: at }),
    )
    .execute()
}

export async function provenPhones(
  db: Db,
  accountId: number,
): Promise<{ channel: PhoneChannel; phone: string; provenAt: Date; restoredAt: Date | null }[]> {
  return await db
    .selectFrom('proven_phone')
    .select(['channel', 'phone', 'proven_at as provenAt', 'restored_at as restoredAt'])
    .where('account_id', '=', accountId)
    .execute()
}

export async function saveProven(
  tx: Tx,
  { accountId, channel, phone, at }: { accountId: number; channel: PhoneChannel; phone: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('proven_phone')
    .values({ account_id: accountId, channel, phone, proven_at: at })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'channel']).doUpdateSet({ phone, proven_at: at, restored_at: null }),
    )
    .execute()
}

/** Deletes a proven number, and the choices and the code of its channel. */
export async function removeProven(
  tx: Tx,
  { accountId, channel, at }: { accountId: number; channel: PhoneChannel; at: Date },
): Promise<void> {
  await tx
    .updateTable('notice_choice')
    .set({ is_on: false, changed_at: at })
    .where('account_id', '=', accountId)
    .where('channel', '=', channel)
    .where('is_on', '=', true)
    .execute()
  for (const table of ['proven_phone', 'phone_code'] as const)
    await tx.deleteFrom(table).where('account_id', '=', accountId).where('channel', '=', channel).execute()
}

type CodeRow = Selectable<PhoneCode>

/** Stores a new code, which replaces the one before. */
export async function replaceCode(tx: Tx, code: Insertable<PhoneCode>): Promise<string> {
  await tx
    .updateTable('phone_code')
    .set({ state: 'replaced' })
    .where('account_id', '=', code.account_id)
    .where('channel', '=', code.channel)
    .where('state', '=', 'live')
    .execute()
  const { id } = await tx.insertInto('phone_code').values(code).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function lockLiveCode(
  tx: Tx,
  accountId: number,
  channel: PhoneChannel,
  now: Date,
): Promise<CodeRow | undefined> {
  return await tx
    .selectFrom('phone_code')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('channel', '=', channel)
    .where('state', '=', 'live')
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
}

export async function endCode(tx: Tx, id: string, state: 'used' | 'burned'): Promise<void> {
  await tx.updateTable('phone_code').set({ state }).where('id', '=', id).execute()
}

export async function countWrong(tx: Tx, id: string, most: number): Promise<void> {
  await tx
    .updateTable('phone_code')
    .set({
      tries: sql`least(tries + 1, ${most}::smallint)`,
      state: sql`case when tries + 1 >= ${most}::smallint then 'burned' else state end`,
    })
    .where('id', '=', id)
    .execute()
}

export type MessageRow = Selectable<PhoneMessage>

/** Returns its id; null if the same notification to this number is queued already or was sent. */
export async function insertMessage(tx: Tx, message: Insertable<PhoneMessage>): Promise<string | null> {
  const row = await tx
    .insertInto('phone_message')
    .values(message)
    .onConflict((conflict) => conflict.columns(['notice_key', 'channel', 'phone']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Serialises messages to one account, if it is one, and to each of these numbers until the transaction ends. */
export async function lockQueue(tx: Tx, accountId: number | null, phones: readonly string[]): Promise<void> {
  const accounts = accountId === null ? [] : [`account ${accountId}`]
  // Always in the same order, to avoid deadlocks.
  for (const about of [...accounts, ...[...phones].sort()])
    await acquireAdvisoryLock(tx, `messages to ${about}`)
}

/** Whether this notification to this number is or was queued. */
export async function isQueued(
  tx: Tx,
  { key, channel, phone }: { key: string; channel: PhoneChannel; phone: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('phone_message')
    .select('id')
    .where('notice_key', '=', key)
    .where('channel', '=', channel)
    .where('phone', '=', phone)
    .executeTakeFirst()
  return row !== undefined
}

type Most = { readonly phone: number; readonly account: number }

/** Whether a number or an account has reached its limit of messages within a day. */
export async function isFull(
  tx: Tx,
  { accountId, phone, at, most }: { accountId: number | null; phone: string; at: Date; most: Most },
): Promise<boolean> {
  const since = new Date(at.getTime() - 24 * 60 * 60 * 1000)
  const { rows } = await sql<{ full: boolean }>`select
    (select count(*) from phone_message where phone = ${phone} and queued_at > ${since} and kind <> 'code') >= ${most.phone}
    or (select count(*) from phone_message where account_id = ${accountId}::bigint and queued_at > ${since} and kind <> 'code')
      >= ${most.account} as full`.execute(tx)
  return rows[0]?.full ?? true
}

/** Whether a message of this notification to one of these numbers may not have been sent. */
export async function hasFailed(tx: Tx, key: string, phones: readonly string[]): Promise<boolean> {
  const row = await tx
    .selectFrom('phone_message')
    .select('id')
    .where('notice_key', '=', key)
    .where('phone', 'in', phones)
    .where('state', 'in', ['refused', 'unknown', 'dropped'])
    .where('ended_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Queued messages whose time has passed. */
export async function overdueMessages(db: Db, now: Date, limit: number): Promise<string[]> {
  const found = await db
    .selectFrom('phone_message')
    .select('id')
    .where('state', '=', 'queued')
    .where('good_until', '<=', now)
    .orderBy('good_until')
    .limit(limit)
    .execute()
  return found.map(({ id }) => id)
}

/** Whether a code still works. */
export async function isLive(db: Db, codeId: string): Promise<boolean> {
  const row = await db
    .selectFrom('phone_code')
    .select('id')
    .where('id', '=', codeId)
    .where('state', '=', 'live')
    .executeTakeFirst()
  return row !== undefined
}

/** Number of messages by state, of those queued since then. */
export async function messagesByState(db: Db, since: Date): Promise<{ state: string; n: number }[]> {
  const { rows } = await sql<{ state: string; n: number }>`select state, count(*)::int as n from phone_message
    where queued_at > ${since} group by state`.execute(db)
  return rows
}

/** How many queued messages are older than `before`, and how many codes were sent after `since`. */
export async function waitingAndCodes(
  db: Db,
  { before, since }: { before: Date; since: Date },
): Promise<{ waiting: number; codes: number }> {
  const { rows } = await sql<{ waiting: number; codes: number }>`select
    (select count(*)::int from phone_message where state = 'queued' and queued_at < ${before}) as waiting,
    (select count(*)::int from phone_code where issued_at > ${since}) as codes`.execute(db)
  return rows[0] ?? { waiting: 0, codes: 0 }
}

/** Takes a message out of the queue to send it. If several workers try concurrently, only one gets it. */
export async function takeMessage(db: Db, id: string): Promise<MessageRow | undefined> {
  return await db
    .updateTable('phone_message')
    .set({ state: 'unknown' })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returningAll()
    .executeTakeFirst()
}

export async function messageById(db: Db, id: string): Promise<MessageRow | undefined> {
  return await db.selectFrom('phone_message').selectAll().where('id', '=', id).executeTakeFirst()
}

export type Ending =
  | { readonly state: 'sent'; readonly provider_id: string; readonly ended_at: Date }
  | { readonly state: 'refused' | 'dropped'; readonly reason: string; readonly ended_at: Date }
  | { readonly state: 'unknown'; readonly ended_at: Date }
  | { readonly state: 'queued'; readonly reason: string }

/** Returns false if the message was not waiting for its outcome. */
export async function endMessage(db: Db, id: string, ending: Ending): Promise<boolean> {
  const row = await db
    .updateTable('phone_message')
    .set(ending)
    .where('id', '=', id)
    .where('state', '=', 'unknown')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function forgetMessages(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('phone_message').where('queued_at', '<', before).execute()
}

export async function forgetCodes(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('phone_code').where('issued_at', '<', before).execute()
}

/** Deletes everything about an account's phones and choices. */
export async function forgetAccount(tx: Tx, accountId: number): Promise<void> {
  const tables = ['contact_change', 'notice_choice', 'proven_phone', 'phone_code', 'phone_message'] as const
  for (const table of tables) await tx.deleteFrom(table).where('account_id', '=', accountId).execute()
}
