import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../db.ts'
import { acquireAdvisoryLock } from '../../infra/db/advisory-lock.ts'
import { type Transition, transitionColumns } from '../../infra/state-machine.ts'
import type { PaymentLink, PaymentLinkShare } from '../../tables.ts'
import type { LinkState } from './link-state-machine.ts'

export type LinkRow = Selectable<PaymentLink>

/** A link that is not yet stored, for the order with this reference. */
export type NewLink = Pick<LinkRow, 'id' | 'token_hash' | 'created_at' | 'expires_at'> & {
  readonly order_reference: string
}

/**
 * Inserts a link with its first event, in one statement; undefined if there is no such order, or it has an active link. The
 * state is a literal: as a parameter it would match no index once PostgreSQL uses a generic plan, from the sixth execution
 * on.
 */
export async function insertLink(tx: Tx, link: NewLink): Promise<LinkRow | undefined> {
  const { id, token_hash, order_reference, created_at, expires_at } = link
  const { rows } = await sql<LinkRow>`
    with made as (
      insert into payment_link (id, token_hash, order_id, created_at, expires_at)
      select ${id}::uuid, ${token_hash}, lab_order.id, ${created_at}, ${expires_at} from lab_order
      where reference = ${order_reference}
      on conflict (order_id) where state = 'active' do nothing returning *),
    event as (
      insert into payment_link_event (link_id, verb, from_state, to_state, actor, at)
      select id, 'make', state, state, 'payer', created_at from made)
    select * from made`.execute(tx)
  return rows[0]
}

export async function linkByHash(db: Db, tokenHash: Buffer): Promise<LinkRow | undefined> {
  return await db
    .selectFrom('payment_link')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

export async function linkById(db: Db, id: string): Promise<LinkRow | undefined> {
  return await db.selectFrom('payment_link').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The active link of an order, or else its newest. */
export async function newestLink(db: Db, orderId: number): Promise<LinkRow | undefined> {
  return await db
    .selectFrom('payment_link')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy(sql`state = 'active'`, 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export type LinkEvent = Omit<Transition<LinkState>, 'reason'>

export async function moveLink(tx: Tx, id: string, event: LinkEvent): Promise<void> {
  await tx
    .with('event', () => newLinkEvent(tx, id, event))
    .updateTable('payment_link')
    .set({ state: event.to })
    .where('id', '=', id)
    .execute()
}

function newLinkEvent(tx: Tx, linkId: string, event: LinkEvent) {
  return tx.insertInto('payment_link_event').values({ link_id: linkId, ...transitionColumns(event) })
}

/** Makes transactions that count shares of an account, or shares to an address, wait for each other until they end. */
export async function lockShares(tx: Tx, accountId: number, recipient: string): Promise<void> {
  await acquireAdvisoryLock(tx, `share by ${accountId}`)
  await acquireAdvisoryLock(tx, `share to ${recipient}`)
}

/** How often links were mailed since a time, by this account and to this address. */
export async function countShares(
  tx: Tx,
  accountId: number,
  recipient: string,
  since: Date,
): Promise<{ byAccount: number; toRecipient: number }> {
  const shares = tx.selectFrom('payment_link_share').where('at', '>', since)
  const counted = shares.select((e) => e.fn.countAll<number>().as('count'))
  const [{ count: byAccount }, { count: toRecipient }] = await Promise.all([
    counted.where('account_id', '=', accountId).executeTakeFirstOrThrow(),
    counted.where('recipient', '=', recipient).executeTakeFirstOrThrow(),
  ])
  return { byAccount, toRecipient }
}

export async function insertShare(tx: Tx, share: Insertable<PaymentLinkShare>): Promise<number> {
  const row = await tx
    .insertInto('payment_link_share')
    .values(share)
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function shareById(db: Db, id: number) {
  return await db
    .selectFrom('payment_link_share')
    .innerJoin('payment_link', 'payment_link.id', 'payment_link_share.link_id')
    .select(['recipient', 'link_id', 'order_id', 'expires_at', 'state'])
    .where('payment_link_share.id', '=', id)
    .executeTakeFirst()
}

/** The addresses that were mailed a link to pay an order, or began to pay by one, without duplicates. */
export async function linkRecipients(db: Db, orderId: number): Promise<string[]> {
  const mailed = db
    .selectFrom('payment_link_share')
    .innerJoin('payment_link', 'payment_link.id', 'payment_link_share.link_id')
    .where('payment_link.order_id', '=', orderId)
    .select('recipient as address')
  const began = db
    .selectFrom('payment')
    .where('order_id', '=', orderId)
    .where('link_id', 'is not', null)
    .select('payer_email as address')
  const asked = await mailed.union(began).execute()
  return [...new Set(asked.map(({ address }) => address.toLowerCase()))]
}

/** The address to which a link was last mailed. */
export async function lastRecipient(db: Db, linkId: string): Promise<string | null> {
  const row = await db
    .selectFrom('payment_link_share')
    .select('recipient')
    .where('link_id', '=', linkId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.recipient ?? null
}
