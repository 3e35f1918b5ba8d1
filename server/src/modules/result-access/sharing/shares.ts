import { randomUUID } from 'node:crypto'
import type { ShareLife } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { hashToken } from '../../../infra/http/session.ts'
import { pauseAtPace } from '../pace.ts'
import { sharesSeenBy } from '../policy.ts'
import { type PatientsOrder, partFor } from '../readings.ts'
import { releasedOf } from '../released.ts'
import { mostShares, shareLives } from './policy.ts'
import * as repository from './repository.ts'
import { hashPasscode, newPasscode, type ShareMaker, shareToken, shareUrl } from './tokens.ts'

export type NewShare = {
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
  by: PatientsOrder & { readonly accountId: number; readonly at: Date },
  asked: NewShare,
): Promise<{ id: string; url: string; passcode: string; expiresAt: Date }> {
  const { order, at } = by
  const reportIds = [...new Set(asked.reports)]
  await requireShareable(db, by, reportIds, asked.sensitive)
  const [id, passcode] = [randomUUID(), newPasscode()]
  const expiresAt = new Date(at.getTime() + shareLives[asked.lasts])
  await db.transaction().execute(async (tx) => {
    await repository.lockSharesOf(tx, order.id)
    if ((await repository.countOpen(tx, order.id, at)) >= mostShares) throw new DomainError('many_shares')
    const about = `${by.accountId} ${order.id}`
    const retryAfter = await pauseAtPace(tx, maker.secret, 'share', about, at)
    if (retryAfter > 0) throw new DomainError('too_many', { retryAfter, message: manyLinks })
    const share = {
      ...{ id, order_id: order.id, account_id: by.accountId, created_at: at, expires_at: expiresAt },
      token_hash: hashToken(shareToken(maker.secret, id)),
      passcode_hash: hashPasscode(maker.secret, id, passcode),
      ...{ for_whom: asked.forWhom || null, report_count: reportIds.length },
    }
    await repository.insertShare(tx, share, reportIds)
  })
  return { id, url: shareUrl(maker, id), passcode, expiresAt }
}

const manyLinks = 'You made many links to these results today. Make another one tomorrow.'

/** Checks that every report is released and that the user has seen exactly which of them are sensitive. */
async function requireShareable(
  db: Db,
  by: PatientsOrder & { readonly at: Date },
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

/** Revokes a link to results. One that has ended stays as it is. Throws DomainError `not_found` if they do not see it. */
export async function revokeShare(
  tx: Tx,
  by: PatientsOrder & { readonly at: Date },
  shareId: string,
): Promise<void> {
  const isTheirs = await repository.isShareOf(tx, by.order.id, shareId, sharesSeenBy(by, by.at))
  if (!isTheirs) throw new DomainError('not_found')
  await repository.revokeShares(tx, { id: shareId, orderId: by.order.id }, by.accountId, by.at)
}

/** Revokes every link that an account made until this time, when its owner leaves or gets a new password by mail. */
export async function revokeSharesOf(tx: Tx, accountId: number, at: Date): Promise<void> {
  await repository.revokeShares(tx, { accountId, madeBy: at }, accountId, at)
}
