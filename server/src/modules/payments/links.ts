import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '../../db.ts'
import { publish } from '../../events.ts'
import type { Secret } from '../../infra/config/secret.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { hashToken } from '../../infra/http/session.ts'
import { type ActorOf, transition } from '../../infra/state-machine.ts'
import { lockOrder, type OrderRow, orderById, waitUntil, waitWithoutLink } from '../orders/index.ts'
import * as links from './link-repository.ts'
import { type LinkState, linkTransitions } from './link-state-machine.ts'
import { linkLife, sharesPerAccount, sharesPerRecipient } from './policy.ts'

const day = 24 * 60 * 60 * 1000

type LinkActor = ActorOf<typeof linkTransitions>

/** What the address of a link is made from: the install's secret and the site's own address. */
export type LinkMaker = { readonly secret: Secret; readonly publicUrl: string }

/** The public address of a link: our page, with a token of 256 bits that is derived and never stored. */
export function linkUrl({ secret, publicUrl }: LinkMaker, linkId: string): string {
  return `${publicUrl}/pay/${tokenOf(secret, linkId)}`
}

function tokenOf(secret: Secret, linkId: string): string {
  return secret.derive('payment link', linkId).toString('base64url')
}

/**
 * The active link of an unpaid order; makes one, for three days, if there is none. The caller holds the lock of the order.
 */
export async function ensureLink(tx: Tx, secret: Secret, order: OrderRow, now: Date): Promise<links.LinkRow> {
  const before = await links.newestLink(tx, order.id)
  if (before && stateAt(before, now) === 'active') return before
  if (before?.state === 'active') await moveLink(tx, before, 'expire', 'system', now)
  const link = await makeLink(tx, secret, order.reference, now)
  await waitUntil(tx, order.id, link.expires_at)
  return link
}

/**
 * Makes a link for the order with this reference, for three days. Throws `busy` if there is no such order, or another
 * transaction has just made an active link.
 */
export async function makeLink(
  tx: Tx,
  secret: Secret,
  orderReference: string,
  now: Date,
): Promise<links.LinkRow> {
  const id = randomUUID()
  const link = await links.insertLink(tx, {
    id,
    token_hash: hashToken(tokenOf(secret, id)),
    order_reference: orderReference,
    created_at: now,
    expires_at: new Date(now.getTime() + linkLife),
  })
  if (!link) throw new DomainError('busy', { retryAfter: 1 })
  return link
}

/** The state of a link now: it expires at a set time, without any job. */
export function stateAt(link: links.LinkRow, now: Date): LinkState {
  return link.state === 'active' && link.expires_at <= now ? 'expired' : link.state
}

/**
 * Checks that an attempt can start through a link. Throws `link_ended`. The caller holds the lock of the order, so the link
 * cannot be stopped meanwhile.
 */
export async function assertOpen(tx: Tx, linkId: string, now: Date): Promise<void> {
  const link = await links.linkById(tx, linkId)
  if (!link || stateAt(link, now) !== 'active') throw new DomainError('link_ended')
}

/** The link of a token, and its order. Throws `not_found`. */
export async function linkByToken(
  db: Db,
  token: string,
): Promise<{ readonly link: links.LinkRow; readonly order: OrderRow }> {
  const link = await links.linkByHash(db, hashToken(token))
  if (!link) throw new DomainError('not_found')
  const order = await orderById(db, link.order_id)
  if (!order) throw new Error(`the order of link ${link.id} is gone`)
  return { link, order }
}

/** Closes an order's link because the order is paid (`pay`), has expired (`expire`), or is given up (`revoke`). */
export async function closeLink(
  tx: Tx,
  orderId: number,
  verb: 'pay' | 'expire' | 'revoke',
  actor: LinkActor,
  now: Date,
): Promise<void> {
  const link = await links.newestLink(tx, orderId)
  if (link) await moveLink(tx, link, verb, actor, now)
}

/**
 * Stops an unpaid order's link: from then on the order waits like one without a link. Returns until when. Calling it again
 * has no effect. The caller holds the lock of the order.
 */
export async function stopLink(
  tx: Tx,
  order: OrderRow,
  actor: 'patient' | 'doctor',
  now: Date,
): Promise<Date> {
  const link = await links.newestLink(tx, order.id)
  if (!link || stateAt(link, now) !== 'active') return order.expires_at
  await moveLink(tx, link, 'revoke', actor, now)
  return await waitWithoutLink(tx, order, now)
}

/** Stops an unpaid order's link and makes a new one, for three days from now. The caller holds the lock of the order. */
export async function renewLink(
  tx: Tx,
  secret: Secret,
  order: OrderRow,
  actor: 'patient' | 'doctor',
  now: Date,
): Promise<links.LinkRow> {
  const link = await links.newestLink(tx, order.id)
  if (link && stateAt(link, now) === 'active') await moveLink(tx, link, 'renew', actor, now)
  return await ensureLink(tx, secret, order, now)
}

async function moveLink(
  tx: Tx,
  link: links.LinkRow,
  verb: keyof typeof linkTransitions,
  actor: LinkActor,
  at: Date,
): Promise<void> {
  const next = transition(linkTransitions, verb, link.state, actor)
  if (next.ok) await links.moveLink(tx, link.id, { verb, from: link.state, to: next.to, actor, at })
}

type Share = {
  readonly accountId: number
  readonly orderId: number
  readonly url: string
  readonly recipient: string
}

/**
 * Mails an order's own link. The address from the client is only compared with that link's and not used otherwise. Throws
 * `not_your_link`, `already_paid`, `link_ended`, `too_many`.
 */
export async function shareLink(tx: Tx, maker: LinkMaker, share: Share, now: Date): Promise<links.LinkRow> {
  const order = await lockOrder(tx, share.orderId)
  if (order.paid_at) throw new DomainError('already_paid')
  const link = await links.newestLink(tx, order.id)
  if (!link || linkUrl(maker, link.id) !== share.url) throw new DomainError('not_your_link')
  if (stateAt(link, now) !== 'active') throw new DomainError('link_ended')
  await links.lockShares(tx, share.accountId, share.recipient)
  const since = new Date(now.getTime() - day)
  const { byAccount, toRecipient } = await links.countShares(tx, share.accountId, share.recipient, since)
  if (byAccount >= sharesPerAccount || toRecipient >= sharesPerRecipient)
    throw new DomainError('too_many', {
      retryAfter: 3600,
      message: 'This link has been mailed often enough today. Copy it and send it yourself.',
    })
  const shareId = await links.insertShare(tx, {
    link_id: link.id,
    account_id: share.accountId,
    recipient: share.recipient,
    at: now,
  })
  await publish(tx, 'payment_link.shared', { shareId })
  return link
}
