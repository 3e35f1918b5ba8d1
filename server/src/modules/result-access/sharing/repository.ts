import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import { acquireAdvisoryLock } from '../../../infra/db/advisory-lock.ts'
import type { ResultShare, ResultShareOpened } from '../../../tables.ts'
import { writeDown } from '../../audit/index.ts'
import { endedListed, openedListed } from './policy.ts'

export type ShareRow = Selectable<ResultShare>

/** Stores a share with its reports, and records who made it. */
export async function insertShare(
  tx: Tx,
  share: Insertable<ResultShare>,
  reportIds: readonly string[],
): Promise<void> {
  await tx.insertInto('result_share').values(share).execute()
  await tx
    .insertInto('result_share_report')
    .values(reportIds.map((report_id) => ({ share_id: share.id, report_id })))
    .execute()
  const { order_id, account_id, id: share_id, created_at: at } = share
  await writeDown(tx, [{ order_id, account_id, share_id, at, role: 'patient', what: 'share_made' }])
}

export type ListedShare = ShareRow & {
  /** The name of the account that made it; null if that account was deleted. */
  readonly maker: string | null
  readonly times: number
}

/**
 * The shares of an order, or only those that one account made, the newest first: all open ones, and the latest
 * `endedListed` others.
 */
export async function sharesOf(
  db: Db,
  orderId: number,
  madeBy: number | null,
  now: Date,
): Promise<ListedShare[]> {
  const shares = db
    .selectFrom('result_share')
    .innerJoin('account', 'account.id', 'result_share.account_id')
    .selectAll('result_share')
    .select((select) => [
      sql<string | null>`case when account.state <> 'deleted' then account.name end`.as('maker'),
      select
        .selectFrom('result_share_opened')
        .select(({ cast, fn }) => cast<number>(fn.countAll(), 'integer').as('times'))
        .whereRef('share_id', '=', 'result_share.id')
        .$asScalar()
        .$notNull()
        .as('times'),
    ])
    .where('order_id', '=', orderId)
    .$if(madeBy !== null, (all) => all.where('account_id', '=', madeBy))
    .orderBy('created_at', 'desc')
    .orderBy('result_share.id')
  const [open, over] = await Promise.all([
    shares.where('ended', 'is', null).where('expires_at', '>', now).execute(),
    shares
      .where((is) => is.or([is('ended', 'is not', null), is('expires_at', '<=', now)]))
      .limit(endedListed)
      .execute(),
  ])
  return [...open, ...over].sort((one, other) => other.created_at.getTime() - one.created_at.getTime())
}

export async function countOpen(db: Db, orderId: number, now: Date): Promise<number> {
  const { open } = await db
    .selectFrom('result_share')
    .select(({ cast, fn }) => cast<number>(fn.countAll(), 'integer').as('open'))
    .where('order_id', '=', orderId)
    .where('ended', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return open
}

/** Whether an order has this share; if `madeBy` is not null, that account must have made it. */
export async function isShareOf(
  db: Db,
  orderId: number,
  id: string,
  madeBy: number | null,
): Promise<boolean> {
  const found = await db
    .selectFrom('result_share')
    .select('id')
    .where('id', '=', id)
    .where('order_id', '=', orderId)
    .$if(madeBy !== null, (all) => all.where('account_id', '=', madeBy))
    .executeTakeFirst()
  return found !== undefined
}

/** Makes transactions that add shares to an order wait for each other, so that open shares are counted correctly. */
export async function lockSharesOf(tx: Tx, orderId: number): Promise<void> {
  await acquireAdvisoryLock(tx, `shares of order ${orderId}`)
}

export async function shareByHash(db: Db, tokenHash: Buffer): Promise<ShareRow | undefined> {
  return await db
    .selectFrom('result_share')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/** As above, with a lock: until the transaction ends, another transaction cannot try a passcode of this share or end it. */
export async function lockShareByHash(tx: Tx, tokenHash: Buffer): Promise<ShareRow | undefined> {
  return await tx
    .selectFrom('result_share')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The reports that each of these shares shows, with the names of their tests. */
export async function sharedReports(
  db: Db,
  shareIds: readonly string[],
): Promise<{ share_id: string; report_id: string; test_name: string }[]> {
  if (shareIds.length === 0) return []
  return await db
    .selectFrom('result_share_report')
    .innerJoin('report', 'report.id', 'result_share_report.report_id')
    .select(['share_id', 'report_id', 'test_name'])
    .where('share_id', 'in', [...shareIds])
    .orderBy('report.position')
    .orderBy('report.test_id')
    .execute()
}

export type OpenedRow = Selectable<ResultShareOpened>

/** The last few openings of each of these shares, the newest first. */
export async function openedOf(db: Db, shareIds: readonly string[]): Promise<OpenedRow[]> {
  const { rows } = await sql<OpenedRow>`
    select opened.* from unnest(${[...shareIds]}::uuid[]) as share (id) cross join lateral (
      select * from result_share_opened where share_id = share.id order by id desc limit ${openedListed}) as opened
    order by opened.id desc`.execute(db)
  return rows
}

/** The versions that a reader with the link saw. */
type SeenVersions = readonly { readonly report_id: string; readonly number: number }[]

/** Records that a share was opened, and which versions were seen. */
export async function noteOpened(
  tx: Tx,
  share: Pick<ShareRow, 'id' | 'order_id'>,
  opened: Pick<OpenedRow, 'way' | 'device' | 'at'>,
  seen: SeenVersions,
): Promise<void> {
  const { id: share_id, order_id } = share
  await tx
    .insertInto('result_share_opened')
    .values({ share_id, ...opened })
    .execute()
  const reader = { order_id, share_id, role: 'share', at: opened.at } as const
  const what = opened.way === 'file' ? 'report_saved' : 'report_read'
  await writeDown(tx, [
    { ...reader, what: 'share_opened' },
    ...seen.map(({ report_id, number }) => ({ ...reader, what, report_id, report_number: number }) as const),
  ])
}

export async function updateShare(
  tx: Tx,
  id: string,
  change: Partial<Pick<ShareRow, 'wrong_tries' | 'locked_until' | 'ended' | 'ended_at'>>,
): Promise<void> {
  await tx.updateTable('result_share').set(change).where('id', '=', id).execute()
}

/** Revokes those of these shares that have not ended, and records who did it. */
export async function revokeShares(
  tx: Tx,
  which:
    | { readonly id: string; readonly orderId: number }
    | { readonly accountId: number; readonly madeBy: Date },
  accountId: number,
  at: Date,
): Promise<void> {
  const stopping = tx
    .updateTable('result_share')
    .set({ ended: 'revoked', ended_at: at })
    .where('ended', 'is', null)
  const stopped = await ('id' in which
    ? stopping.where('id', '=', which.id).where('order_id', '=', which.orderId)
    : stopping.where('account_id', '=', which.accountId).where('created_at', '<=', which.madeBy)
  )
    .returning(['id', 'order_id'])
    .execute()
  const inOrder = stopped.toSorted((one, other) => one.order_id - other.order_id)
  await writeDown(
    tx,
    inOrder.map(({ id, order_id }) => {
      const by = { account_id: accountId, role: 'patient', what: 'share_revoked', at } as const
      return { ...by, order_id, share_id: id }
    }),
  )
}
