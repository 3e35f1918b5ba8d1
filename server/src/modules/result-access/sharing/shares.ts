import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import type { ResultShare, ShareLife } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { hashToken } from '../../../infra/http/session.ts'
import { firstName } from '../../results/index.ts'
import { countAtPace } from '../pace.ts'
import { sharesSeenBy } from '../policy.ts'
import { type PatientsOrder, partFor } from '../read-results.ts'
import { releasedOf } from '../released.ts'
import { mostShares, shareLives, shareStateAt } from './policy.ts'
import * as repository from './repository.ts'

/** A reader of an order who is no doctor, and the present time. */
type ByReader = PatientsOrder & { readonly at: Date }

type NewShare = {
  readonly reports: readonly string[]
  readonly lasts: ShareLife
  readonly forWhom?: string | undefined
  /** The reports among them that the user saw marked as sensitive. */
  readonly sensitive: readonly string[]
}

/**
 * Makes a link to released results of an order, and its passcode, which can never be shown again. Throws DomainError
 * `not_found` for a report that is not released or that the account may not read, `sensitive_unseen`, `many_shares` and
 * `too_many`.
 */
export async function makeShare(
  db: Db,
  maker: ShareMaker,
  by: ByReader,
  input: NewShare,
): Promise<{ id: string; url: string; passcode: string; expiresAt: Date }> {
  const { order, at } = by
  const reportIds = [...new Set(input.reports)]
  await requireShareable(db, by, reportIds, input.sensitive)
  const [id, passcode] = [randomUUID(), newPasscode()]
  const expiresAt = new Date(at.getTime() + shareLives[input.lasts])
  await db.transaction().execute(async (tx) => {
    await repository.lockSharesOf(tx, order.id)
    if ((await repository.countOpen(tx, order.id, at)) >= mostShares) throw new DomainError('many_shares')
    const about = `${by.accountId} ${order.id}`
    await countAtPace(tx, maker.secret, 'share', about, at, manyLinks)
    const share = {
      ...{ id, order_id: order.id, account_id: by.accountId, created_at: at, expires_at: expiresAt },
      token_hash: hashToken(shareToken(maker.secret, id)),
      passcode_hash: hashPasscode(maker.secret, id, passcode),
      ...{ for_whom: input.forWhom || null, report_count: reportIds.length },
    }
    await repository.insertShare(tx, share, reportIds)
  })
  return { id, url: shareUrl(maker, id), passcode, expiresAt }
}

const manyLinks = 'You made many links to these results today. Make another one tomorrow.'

/** Checks that every report is released and that the user has seen exactly which of them are sensitive. */
async function requireShareable(
  db: Db,
  by: ByReader,
  reportIds: readonly string[],
  seen: readonly string[],
): Promise<void> {
  const { shown, sensitive } = await partFor(db, by, await releasedOf(db, by.order), by.at)
  const chosen = shown.filter(({ report }) => reportIds.includes(report.id))
  if (chosen.length < reportIds.length) throw new DomainError('not_found')
  const are = chosen.filter(({ report }) => sensitive.has(report.test_id)).map(({ report }) => report.id)
  if (are.length !== new Set(seen).size || are.some((id) => !seen.includes(id)))
    throw new DomainError('sensitive_unseen')
}

/** The links to results of an order that a reader sees. */
export async function listShares(db: Db, maker: ShareMaker, by: ByReader): Promise<ResultShare[]> {
  const shares = await repository.sharesOf(db, by.order.id, sharesSeenBy(by, by.at), by.at)
  const ids = shares.map(({ id }) => id)
  const [reports, opened] = await Promise.all([
    repository.sharedReports(db, ids),
    repository.openedOf(db, ids),
  ])
  return shares.map((share) => {
    const tests = reports.filter(({ share_id }) => share_id === share.id).map((one) => one.test_name)
    const own = opened.filter(({ share_id }) => share_id === share.id)
    return presentShare(share, tests, own, maker, by)
  })
}

/** A share as an owner of the results sees it. Its link is shown only to the account that made it, while it works. */
function presentShare(
  share: repository.ListedShare,
  tests: string[],
  opened: readonly repository.OpenedRow[],
  maker: ShareMaker,
  by: ByReader,
): ResultShare {
  const state = shareStateAt(share, by.at)
  const isOwn = share.account_id === by.accountId
  return {
    ...{ id: share.id, forWhom: share.for_whom, tests, state },
    url: isOwn && state === 'open' ? shareUrl(maker, share.id) : null,
    madeBy: isOwn || share.maker === null ? null : firstName(share.maker),
    createdAt: share.created_at.toISOString(),
    expiresAt: share.expires_at.toISOString(),
    endedAt: share.ended_at?.toISOString() ?? null,
    opened: opened.map(({ at, device, way }) => ({ at: at.toISOString(), device, file: way === 'file' })),
    timesOpened: share.times,
  }
}

/** Revokes a link to results. One that has ended stays as it is. Throws DomainError `not_found` if they do not see it. */
export async function revokeShare(tx: Tx, by: ByReader, shareId: string): Promise<void> {
  const isTheirs = await repository.isShareOf(tx, by.order.id, shareId, sharesSeenBy(by, by.at))
  if (!isTheirs) throw new DomainError('not_found')
  await repository.revokeShares(tx, { id: shareId, orderId: by.order.id }, by.accountId, by.at)
}

/** Revokes every link that an account made until this time, when its owner leaves or gets a new password by mail. */
export async function revokeSharesOf(tx: Tx, accountId: number, at: Date): Promise<void> {
  await repository.revokeShares(tx, { accountId, madeBy: at }, accountId, at)
}

/** What the address of a share is made from: the secret of the install and the address of the site. */
export type ShareMaker = { readonly secret: Secret; readonly publicUrl: string }

/** The public address of a share: a page of ours, with 128 bits that are derived and never stored. */
function shareUrl({ secret, publicUrl }: ShareMaker, shareId: string): string {
  return `${publicUrl}/shared/${shareToken(secret, shareId)}`
}

function shareToken(secret: Secret, shareId: string): string {
  return secret.derive('result share', shareId).subarray(0, 16).toString('base64url')
}

/** A passcode of six unpredictable digits. */
function newPasscode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** The stored hash of a passcode. Without the secret of the install, no passcode can be tried against it. */
function hashPasscode(secret: Secret, shareId: string, passcode: string): Buffer {
  return secret.derive('result share passcode', `${shareId}:${passcode}`)
}

/** Whether a passcode is the share's. Takes the same time for right and wrong passcodes. */
export function opensShare(
  secret: Secret,
  share: { readonly id: string; readonly passcode_hash: Buffer },
  passcode: string,
): boolean {
  return timingSafeEqual(hashPasscode(secret, share.id, passcode), share.passcode_hash)
}
