import type { ResultShare } from '@labalaba/contract'
import { firstName } from '../../results/index.ts'
import { shareStateAt } from './policy.ts'
import type * as rows from './repository.ts'
import { type ShareMaker, shareUrl } from './tokens.ts'

type Found = {
  readonly share: rows.ListedShare
  readonly tests: readonly string[]
  readonly opened: readonly rows.OpenedRow[]
}

/** A share as an owner of the results sees it. Its link is shown only to the account that made it, while it works. */
export function presentShare(
  { share, tests, opened }: Found,
  maker: ShareMaker,
  actor: { readonly accountId: number; readonly now: Date },
): ResultShare {
  const state = shareStateAt(share, actor.now)
  const isOwn = share.account_id === actor.accountId
  return {
    ...{ id: share.id, forWhom: share.for_whom, tests: [...tests], state },
    url: isOwn && state === 'open' ? shareUrl(maker, share.id) : null,
    madeBy: isOwn || share.maker === null ? null : firstName(share.maker),
    createdAt: share.created_at.toISOString(),
    expiresAt: share.expires_at.toISOString(),
    endedAt: share.ended_at?.toISOString() ?? null,
    opened: opened.map(({ at, device, way }) => ({ at: at.toISOString(), device, file: way === 'file' })),
    timesOpened: share.times,
  }
}
