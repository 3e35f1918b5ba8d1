import type { DeviceKind } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import type { Files, FileToSend } from '../../../infra/files/store/files.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { hashToken } from '../../../infra/http/session.ts'
import { type OrderRow, orderById } from '../../orders/index.ts'
import { isWorkedOn, sensitiveAmong } from '../../results/index.ts'
import { countAtPace } from '../pace.ts'
import { pdfName } from '../policy.ts'
import { fileOfVersion, partFor, type ReportFile, readsAs } from '../read-results.ts'
import { type InForce, shareLockReleased, type TakenBack } from '../released.ts'
import { afterWrong, filesOf, secondsLocked, shareStateAt } from './policy.ts'
import * as repository from './repository.ts'
import { opensShare } from './shares.ts'

type OpeningInput = {
  readonly token: string
  readonly passcode: string
  readonly device: DeviceKind
  readonly at: Date
}
type Dependencies = { readonly db: Db; readonly secret: Secret }

/** A share, its order, and what it shows now. */
type OpenShare = {
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
 * A PDF of one report of a share. The download is recorded first. Throws as `withPasscode` does, and `not_found` for a report
 * without this PDF in the share, `files_unavailable` and `file_damaged`.
 */
export async function openSharedFile(
  deps: Dependencies & { readonly files: Files },
  given: OpeningInput,
  reportId: string,
  which: ReportFile,
): Promise<FileToSend & { readonly name: string }> {
  const { fileId, name } = await withPasscode(deps, given, async (tx, { share, order, results, files }) => {
    const found = results.find(({ report }) => report.id === reportId && files.has(reportId))
    const fileId = found && (await fileOfVersion(tx, found.version, which))
    if (!found || !fileId) throw new DomainError('not_found')
    await repository.noteOpened(tx, share, { way: 'file', device: given.device, at: given.at }, [
      found.version,
    ])
    const sensitive = await sensitiveAmong(tx, order, [found.report.test_id])
    return { fileId, name: pdfName(which, order.reference, found, sensitive.size > 0) }
  })
  return { ...(await deps.files.open(deps.db, fileId)), name }
}

/**
 * Runs `act` with a share whose passcode was given. Passcodes of one share are tried one after another, so that concurrent
 * guesses are all counted. Throws DomainError `not_found` both for a share that never existed and for one that has ended,
 * `wrong_passcode`, and `too_many` while the share waits (also for the right passcode) or if it is opened too often.
 */
async function withPasscode<T extends object>(
  { db, secret }: Dependencies,
  given: OpeningInput,
  act: (tx: Tx, open: OpenShare) => Promise<T>,
): Promise<T> {
  const opened = await db.transaction().execute(async (tx) => {
    const share = await repository.lockShareByHash(tx, hashToken(given.token))
    const order = share && (await orderShown(tx, share, given.at))
    if (!share || !order) throw new DomainError('not_found')
    const retryAfter = secondsLocked(share, given.at)
    if (retryAfter > 0) throw new DomainError('too_many', { retryAfter, message: manyWrong })
    if (!opensShare(secret, share, given.passcode)) return await countWrong(tx, share, given.at)
    await countAtPace(tx, secret, 'open', share.id, given.at, openedOften)
    return await act(tx, { share, order, ...(await shown(tx, share, order, given.at)) })
  })
  // Thrown after the transaction: inside it, the count would be rolled back.
  if (opened === null) throw new DomainError('wrong_passcode')
  return opened
}

const manyWrong = 'There were too many wrong passcodes. Wait 15 minutes, and try again.'
const openedOften = 'This link was opened very often in the last hour. Try again later.'

async function countWrong(tx: Tx, share: repository.ShareRow, at: Date): Promise<null> {
  const { closes, ...counted } = afterWrong(share.wrong_tries, at)
  await repository.updateShare(tx, share.id, {
    ...counted,
    ...(closes && { ended: 'closed' as const, ended_at: at }),
  })
  return null
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
): Promise<Omit<OpenShare, 'share' | 'order'>> {
  const shared = new Set((await repository.sharedReports(tx, [share.id])).map(({ report_id }) => report_id))
  const found = await shareLockReleased(tx, order)
  const isShared = ({ report }: TakenBack) => shared.has(report.id)
  const reads = await readsAs(tx, { accountId: share.account_id, type: 'user' }, order)
  const part = reads ? await partFor(tx, { order, reads }, found, at) : { shown: [], withdrawn: [] }
  // A link that was made after a correction never showed what that replaced.
  const results = part.shown.filter(isShared).map((one) => ({
    ...one,
    replaced: one.replaced.filter(({ replacedAt }) => share.created_at < (replacedAt ?? at)),
  }))
  const given = [...found.released, ...found.withdrawn].map(({ report }) => report)
  const others = [...given, ...found.waiting].filter(({ id }) => !shared.has(id))
  return { results, withdrawn: part.withdrawn.filter(isShared), files: filesOf(results, others) }
}
