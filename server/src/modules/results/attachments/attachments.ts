import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { largestAttachment, mostAttachmentPages } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import type { RewrittenPdf } from '../../../infra/file-rewriting/pdf/rewrite-pdf.ts'
import type { Rewriter } from '../../../infra/file-rewriting/rewriter.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { requireDuty } from '../../labs/index.ts'
import { insertOpenings } from '../access-log-repository.ts'
import type { ByMember } from '../by-member.ts'
import { enterDraft, type Opened, openReport, readReport, requireEnterable } from '../reports/reports.ts'
import { type VersionRow, versionsOf } from '../reports/repository.ts'
import * as repository from './repository.ts'

/** How long pieces are stored while others are missing, in milliseconds. */
const patience = 24 * 60 * 60 * 1000

type Piece = { readonly hash: Buffer; readonly piece: number; readonly bytes: Buffer }

/**
 * Stores a piece of a PDF that a scientist uploads for a report. Repeating it has no effect. Throws DomainError
 * `not_found`, `not_your_duty` and `wrong_state`.
 */
export async function keepPiece(db: Db, by: ByMember, id: string, sent: Piece): Promise<void> {
  requireDuty(by.member, 'scientist')
  await requireEnterable(db, await readReport(db, by.member, id))
  await repository.forgetUploadsBefore(db, new Date(by.at.getTime() - patience))
  const upload = { reportId: id, accountId: by.accountId, hash: sent.hash }
  await db.transaction().execute((tx) => repository.keepPiece(tx, upload, { ...sent, at: by.at }))
}

type ReplaceInput = { readonly hash: Buffer; readonly basedOn: string | null }

/** Rewriting can make a file a little larger. The database has the same limit. */
const largestRewritten = 8 * 1024 * 1024

/**
 * Rewrites a PDF whose pieces have arrived, found by its original hash, and makes it the PDF of a report's draft in place
 * of any earlier one; begins the draft if there is none. Attaching the same file again has no effect. Throws DomainError
 * `not_your_duty`, `wrong_state`, `result_changed` if another person was faster, `pieces_missing`, and `pdf_refused` with
 * its reason.
 */
export async function attachPdf(
  { db, rewriter }: { readonly db: Db; readonly rewriter: Rewriter },
  by: ByMember,
  id: string,
  { hash, basedOn }: ReplaceInput,
): Promise<void> {
  requireDuty(by.member, 'scientist')
  await requireEnterable(db, await readReport(db, by.member, id))
  const upload = { reportId: id, accountId: by.accountId, hash }
  const known = await repository.madeOf(db, upload)
  const made = known ? null : await rewrite(db, rewriter, upload)
  await db.transaction().execute(async (tx) => {
    const opened = await openReport(tx, by.member, id)
    const { newest } = opened
    if (newest?.state === 'draft' && newest.attachment_original?.equals(hash))
      return await repository.forgetUpload(tx, upload)
    requireChecked(newest)
    const { number } = await enterDraft(tx, by, opened, basedOn)
    if (made) await repository.keepFile(tx, id, made)
    const file = made?.sha256 ?? (await repository.madeOf(tx, upload))
    if (!file) throw new DomainError('pieces_missing')
    await repository.attach(tx, { reportId: id, hash: file, original: hash }, number, by.accountId)
    await repository.forgetUpload(tx, upload)
  })
}

/** Rewrites an uploaded file. Returns null if pieces are missing, possibly because another call has just attached it. */
async function rewrite(
  db: Db,
  rewriter: Rewriter,
  upload: repository.UploadKey,
): Promise<repository.Made | null> {
  const file = await repository.arrived(db, upload)
  if (!file || !createHash('sha256').update(file).digest().equals(upload.hash)) return null
  const limits = { bytes: largestAttachment, rewrittenBytes: largestRewritten, pages: mostAttachmentPages }
  const made: RewrittenPdf = await rewriter.pdf(file, limits)
  if ('refused' in made) throw new DomainError('pdf_refused', { message: made.refused })
  const { pages, sha1, sha256 } = made
  return { file: Buffer.from(made.file), pages, sha1: Buffer.from(sha1), sha256: Buffer.from(sha256) }
}

/** Removes the PDF from a draft; has no effect if there is none. Throws the same errors. */
export async function detachPdf(tx: Tx, by: ByMember, id: string, basedOn: string | null): Promise<void> {
  requireDuty(by.member, 'scientist')
  const opened = await openReport(tx, by.member, id)
  if (opened.newest?.state === 'draft' && opened.newest.attachment_hash === null) return
  requireChecked(opened.newest)
  const { number } = await enterDraft(tx, by, opened, basedOn)
  await repository.dropAttachment(tx, id, number)
}

/**
 * Throws DomainError `not_checked` while no person has checked what a system filled in: attaching a PDF would count as that
 * check.
 */
function requireChecked(newest: Opened['newest']): void {
  if (newest && newest.filled_by_system !== null) throw new DomainError('not_checked')
}

/** The PDF of a version, for the lab. The download is recorded first. Throws DomainError `not_found`. */
export async function openLabAttachment(
  db: Db,
  by: ByMember,
  id: string,
  number: number,
): Promise<FileInPieces & { readonly reference: string }> {
  return await db.transaction().execute(async (tx) => {
    const { order } = await openReport(tx, by.member, id)
    const version = (await versionsOf(tx, [id])).find((one) => one.number === number)
    const file = version && inPieces(db, version)
    if (!file) throw new DomainError('not_found')
    const reader = { account_id: by.accountId, reader: 'lab', way: 'file', at: by.at } as const
    await insertOpenings(tx, [{ orderId: order.id, report_id: id, number, ...reader }])
    return { ...file, reference: order.reference }
  })
}

/** How many bytes are in memory at a time while a file is read. */
const atATime = 256 * 1024

/** A file as a stream, and its size in bytes. */
export type FileInPieces = { readonly file: Readable; readonly size: number }

/** The PDF of a version of a report, if there is one. It never changes, so it can be streamed after the transaction. */
export function inPieces(
  db: Db,
  version: Pick<VersionRow, 'report_id' | 'attachment_hash' | 'attachment_size'>,
): FileInPieces | undefined {
  const { report_id: reportId, attachment_hash: hash, attachment_size: size } = version
  if (!hash || !size) return undefined
  return { file: Readable.from(piecesOf(db, { reportId, hash, size })), size }
}

async function* piecesOf(
  db: Db,
  { reportId, hash, size }: { readonly reportId: string; readonly hash: Buffer; readonly size: number },
): AsyncGenerator<Buffer> {
  for (let from = 0; from < size; from += atATime) {
    const piece = await repository.filePiece(db, { reportId, hash }, { from, length: atATime })
    if (!piece) throw new Error(`the PDF of report ${reportId} is gone`)
    yield piece
  }
}
