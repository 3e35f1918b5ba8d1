import { createHash } from 'node:crypto'
import { largestAttachment, mostAttachmentPages } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import type { RewrittenPdf } from '../../../infra/file-rewriting/pdf/rewrite-pdf.ts'
import type { Rewriter } from '../../../infra/file-rewriting/rewriter.ts'
import type { Files, FileToSend } from '../../../infra/files/store/files.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { requireDuty } from '../../labs/index.ts'
import { insertOpenings } from '../access-log-repository.ts'
import type { ByMember } from '../by-member.ts'
import { enterDraft, type Opened, openReport, readReport, requireEnterable } from '../reports/reports.ts'
import { versionsOf } from '../reports/repository.ts'
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

type AttachmentDependencies = { readonly db: Db; readonly files: Files; readonly rewriter: Rewriter }
type ReplaceInput = { readonly hash: Buffer; readonly basedOn: string | null }

/** Rewriting can make a file a little larger. The database has the same limit. */
const largestRewritten = 8 * 1024 * 1024

/**
 * Rewrites a PDF whose pieces have arrived, found by its original hash, and makes it the PDF of a report's draft in place
 * of any earlier one; begins the draft if there is none. Attaching the same file again has no effect. Throws DomainError
 * `not_your_duty`, `wrong_state`, `result_changed` if another person was faster, `pieces_missing`, `files_unavailable`, and
 * `pdf_refused` with its reason.
 */
export async function attachPdf(
  { db, files, rewriter }: AttachmentDependencies,
  by: ByMember,
  id: string,
  { hash, basedOn }: ReplaceInput,
): Promise<void> {
  requireDuty(by.member, 'scientist')
  await requireEnterable(db, await readReport(db, by.member, id))
  const upload = { reportId: id, accountId: by.accountId, hash }
  const known = await repository.madeOf(db, upload)
  const made = known ? null : await rewrite({ db, files, rewriter }, upload, by.at)
  await db.transaction().execute(async (tx) => {
    const opened = await openReport(tx, by.member, id)
    const { newest } = opened
    if (newest?.state === 'draft' && newest.attachment_original?.equals(hash))
      return await repository.forgetUpload(tx, upload)
    requireChecked(newest)
    const { number } = await enterDraft(tx, by, opened, basedOn)
    if (made) await repository.keepFile(tx, id, made)
    const file = made?.file.hash ?? (await repository.madeOf(tx, upload))
    if (!file) throw new DomainError('pieces_missing')
    await repository.attach(tx, { reportId: id, hash: file, original: hash }, number, by.accountId)
    await repository.forgetUpload(tx, upload)
  })
}

/**
 * Rewrites an uploaded file and stores the bytes. Returns null if pieces are missing, possibly because another call has just
 * attached it.
 */
async function rewrite(
  { db, files, rewriter }: AttachmentDependencies,
  upload: repository.UploadKey,
  at: Date,
): Promise<repository.Made | null> {
  const file = await repository.arrived(db, upload)
  if (!file || !createHash('sha256').update(file).digest().equals(upload.hash)) return null
  const limits = { bytes: largestAttachment, rewrittenBytes: largestRewritten, pages: mostAttachmentPages }
  const made: RewrittenPdf = await rewriter.pdf(file, limits)
  if ('refused' in made) throw new DomainError('pdf_refused', { message: made.refused })
  const { pages, sha1 } = made
  return { file: await files.store(made.file, 'application/pdf', at), pages, sha1: Buffer.from(sha1) }
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

/**
 * The PDF of a version, for the lab. The download is recorded first. Throws DomainError `not_found`, `files_unavailable` and
 * `file_damaged`.
 */
export async function openLabAttachment(
  { db, files }: Omit<AttachmentDependencies, 'rewriter'>,
  by: ByMember,
  id: string,
  number: number,
): Promise<FileToSend & { readonly reference: string }> {
  const { fileId, reference } = await db.transaction().execute(async (tx) => {
    const { order } = await openReport(tx, by.member, id)
    const version = (await versionsOf(tx, [id])).find((one) => one.number === number)
    if (!version?.attachment_file) throw new DomainError('not_found')
    const reader = { account_id: by.accountId, reader: 'lab', way: 'file', at: by.at } as const
    await insertOpenings(tx, [{ orderId: order.id, report_id: id, number, ...reader }])
    return { fileId: version.attachment_file, reference: order.reference }
  })
  return { ...(await files.open(db, fileId)), reference }
}
