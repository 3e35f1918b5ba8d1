import type { DeviceKind } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { hashToken } from '../../../infra/http/session.ts'
import { type OrderRow, orderById } from '../../orders/index.ts'
import { type FileInPieces, inPieces, isWorkedOn, reportPdfFile } from '../../results/index.ts'
import { pauseAtPace } from '../pace.ts'
import { partFor, readsAs } from '../readings.ts'
import { type InForce, shareLockReleased, type TakenBack } from '../released.ts'
import { afterWrong, filesOf, secondsLocked, shareStateAt } from './policy.ts'
import * as repository from './repository.ts'
import { opensShare } from './tokens.ts'

export type OpeningInput = {
  readonly token: string
  readonly passcode: string
  readonly device: DeviceKind
  readonly at: Date
}
type Dependencies = { readonly db: Db; readonly secret: Secret }

/** A share, its order, and what it shows now. */
export type OpenShare = {
  readonly share: repository.ShareRow
  readonly order: OrderRow
  readonly results: readonly InForce[]
  readonly withdrawn: readonly TakenBack[]
  /** The ids of those reports that can also be downloaded as a PDF. */
  readonly files: ReadonlySet<string>
}

/** The share with this token while it works; needs no account. Throws DomainError `not_found` for any other token. */
export async function shareToOpen(db: Db, token: string, at: Date): Promise<repository.ShareRow> {
  const share = await repository.shareByHash(db, hashToken(token))
  if (!share || !(await orderShown(db, share, at))) throw new DomainError('not_found')
  return share
}

/** The order of a share that works; null if its results cannot be read at all. */
async function orderShown(db: Db, share: repository.ShareRow, at: Date): Promise<OrderRow | null> {
  if (shareStateAt(share, at) !== 'open') return null
  const order = await orderById(db, share.order_id)
  return order && isWorkedOn(order) ? order : null
}

/** The content of a share, for its passcode. The opening is recorded. Throws as `withPasscode` does. */
export async function openShare(deps: Dependencies, given: OpeningInput): Promise<OpenShare> {
  return await withPasscode(deps, given, async (tx, open) => {
    const seen = open.results.map(({ version }) => version)
    await repository.noteOpened(tx, open.share, { way: 'screen', device: given.device, at: given.at }, seen)
    return open
  })
}

/**
 * The PDF of one report of a share. Throws as `withPasscode` does, and `not_found` for a report without a PDF in this
 * share.
 */
export async function openSharedSheet(
  deps: Dependencies,
  given: OpeningInput,
  reportId: string,
): Promise<{ file: Buffer; reference: string }> {
  return await saveShared(deps, given, reportId, async (tx, { number }) => {
    const file = await reportPdfFile(tx, reportId, number)
    return file && { file }
  })
}

/** The lab's own PDF of such a report, as above. */
export async function openSharedAttachment(
  deps: Dependencies,
  given: OpeningInput,
  reportId: string,
): Promise<FileInPieces & { reference: string }> {
  return await saveShared(deps, given, reportId, async (_, version) => inPieces(deps.db, version))
}

/** A file of a report of a share. The download is recorded first. */
async function saveShared<F extends object>(
  deps: Dependencies,
  given: OpeningInput,
  reportId: string,
  fileOf: (tx: Tx, version: InForce['version']) => Promise<F | undefined>,
): Promise<F & { reference: string }> {
  return await withPasscode(deps, given, async (tx, { share, order, results, files }) => {
    const version = results.find(({ report }) => report.id === reportId && files.has(reportId))?.version
    const file = version && (await fileOf(tx, version))
    if (!version || !file) throw new DomainError('not_found')
    await repository.noteOpened(tx, share, { way: 'file', device: given.device, at: given.at }, [version])
    return { ...file, reference: order.reference }
  })
}

type Tried<T> =
  | { readonly kind: 'open'; readonly got: T }
  | { readonly kind: 'gone' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'locked'; readonly seconds: number }
  | { readonly kind: 'often'; readonly seconds: number }

/**
 * Runs `act` with a share whose passcode was given. Passcodes of one share are tried one after another, so that concurrent
 * guesses are all counted. Throws DomainError `not_found` both for a share that never existed and for one that has ended,
 * `wrong_passcode`, and `too_many` while the share waits (also for the right passcode) or if it is opened too often.
 */
async function withPasscode<T>(
  { db, secret }: Dependencies,
  given: OpeningInput,
  act: (tx: Tx, open: OpenShare) => Promise<T>,
): Promise<T> {
  const tried = await db.transaction().execute(async (tx): Promise<Tried<T>> => {
    const share = await repository.lockShareByHash(tx, hashToken(given.token))
    const order = share && (await orderShown(tx, share, given.at))
    if (!share || !order) return { kind: 'gone' }
    const seconds = secondsLocked(share, given.at)
    if (seconds > 0) return { kind: 'locked', seconds }
    if (!opensShare(secret, share, given.passcode)) return await countWrong(tx, share, given.at)
    const pause = await pauseAtPace(tx, secret, 'open', share.id, given.at)
    if (pause > 0) return { kind: 'often', seconds: pause }
    return {
      kind: 'open',
      got: await act(tx, { share, order, ...(await shown(tx, share, order, given.at)) }),
    }
  })
  // Thrown after the transaction: inside it, the count would be rolled back.
  if (tried.kind === 'open') return tried.got
  if (tried.kind === 'locked')
    throw new DomainError('too_many', {
      retryAfter: tried.seconds,
      message: 'There were too many wrong passcodes. Wait 15 minutes, and try again.',
    })
  if (tried.kind === 'often')
    throw new DomainError('too_many', {
      retryAfter: tried.seconds,
      message: 'This link was opened very often in the last hour. Try again later.',
    })
  throw new DomainError(tried.kind === 'gone' ? 'not_found' : 'wrong_passcode')
}

async function countWrong(tx: Tx, share: repository.ShareRow, at: Date): Promise<{ kind: 'wrong' }> {
  const { closes, ...counted } = afterWrong(share.wrong_tries, at)
  await repository.updateShare(tx, share.id, {
    ...counted,
    ...(closes && { ended: 'closed' as const, ended_at: at }),
  })
  return { kind: 'wrong' }
}

/**
 * The reports of a share, each in the version that is released now, if the account that made the share may read it; and the
 * ids of those that can be downloaded as a PDF.
 */
async function shown(
  tx: Tx,
  share: repository.ShareRow,
  order: OrderRow,
  at: Date,
): Promise<Pick<OpenShare, 'results' | 'withdrawn' | 'files'>> {
  const shared = new Set((await repository.sharedReports(tx, [share.id])).map(({ report_id }) => report_id))
  const found = await shareLockReleased(tx, order)
  const isShared = ({ report }: TakenBack) => shared.has(report.id)
  const reads = await readsAs(tx, { accountId: share.account_id, type: 'user' }, order)
  const part = reads ? await partFor(tx, { order, reads }, found, at) : { shown: [], withdrawn: [] }
  const results = part.shown.filter(isShared)
  const given = [...found.released, ...found.withdrawn].map(({ report }) => report)
  const others = [...given, ...found.waiting].filter(({ id }) => !shared.has(id))
  return { results, withdrawn: part.withdrawn.filter(isShared), files: filesOf(results, others) }
}
