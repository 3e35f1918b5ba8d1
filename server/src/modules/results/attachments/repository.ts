import { sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import { deleteFile, insertFile, type NewFile } from '../../../infra/files/store/repository.ts'

/** A file of a report, by its SHA-256. */
type FileKey = { readonly reportId: string; readonly hash: Buffer }
/** A file that an account is uploading. */
export type UploadKey = FileKey & { readonly accountId: number }

/** Stores a piece of an upload. Deletes what the account had uploaded of other files for the same report. */
export async function keepPiece(
  tx: Tx,
  { reportId, accountId, hash }: UploadKey,
  { piece, bytes, at }: { readonly piece: number; readonly bytes: Buffer; readonly at: Date },
): Promise<void> {
  await tx
    .deleteFrom('report_upload')
    .where('report_id', '=', reportId)
    .where('account_id', '=', accountId)
    .where('hash', '<>', hash)
    .execute()
  await tx
    .insertInto('report_upload')
    .values({ report_id: reportId, account_id: accountId, hash, piece, bytes, at })
    .onConflict((same) => same.doNothing())
    .execute()
}

/** Deletes uploads that were not completed since. */
export async function forgetUploadsBefore(db: Db, at: Date): Promise<void> {
  await db.deleteFrom('report_upload').where('at', '<', at).execute()
}

/** The pieces of an upload that have arrived, joined in their order. */
export async function arrived(db: Db, { reportId, accountId, hash }: UploadKey): Promise<Buffer | null> {
  const { rows } = await sql<{ file: Buffer | null }>`
    select string_agg(bytes, ''::bytea order by piece) as file from report_upload
    where report_id = ${reportId} and account_id = ${accountId} and hash = ${hash}`.execute(db)
  return rows[0]?.file ?? null
}

/** The rewritten form of an uploaded file, whose bytes are stored. */
export type Made = { readonly file: NewFile; readonly pages: number; readonly sha1: Buffer }

/** Stores a file for a report, unless the report has the same file already. */
export async function keepFile(tx: Tx, reportId: string, { file, ...made }: Made): Promise<void> {
  await insertFile(tx, file)
  const kept = await tx
    .insertInto('report_file')
    .values({ report_id: reportId, hash: file.hash, file_id: file.id, size: file.size, ...made })
    .onConflict((same) => same.columns(['report_id', 'hash']).doNothing())
    .returning('hash')
    .executeTakeFirst()
  if (!kept) await deleteFile(tx, file.id)
}

/** The hash of the rewritten form of an original file, if a version of this report came from it. */
export async function madeOf(db: Db, { reportId, hash }: FileKey): Promise<Buffer | undefined> {
  const found = await db
    .selectFrom('report_attachment')
    .select('hash')
    .where('report_id', '=', reportId)
    .where('original_hash', '=', hash)
    .limit(1)
    .executeTakeFirst()
  return found?.hash
}

export async function forgetUpload(tx: Tx, { reportId, accountId }: Omit<UploadKey, 'hash'>): Promise<void> {
  await tx
    .deleteFrom('report_upload')
    .where('report_id', '=', reportId)
    .where('account_id', '=', accountId)
    .execute()
}

/** Makes a stored file the attachment of a draft. */
export async function attach(
  tx: Tx,
  { reportId, hash, original }: FileKey & { readonly original: Buffer },
  number: number,
  accountId: number,
): Promise<void> {
  await dropAttachment(tx, reportId, number, hash)
  await tx
    .insertInto('report_attachment')
    .values({ report_id: reportId, number, hash, original_hash: original, entered_by: accountId })
    .execute()
}

/** Detaches the file of a draft. Deletes the files of the report that no version uses, except `kept`. */
export async function dropAttachment(tx: Tx, reportId: string, number: number, kept?: Buffer): Promise<void> {
  await tx
    .deleteFrom('report_attachment')
    .where('report_id', '=', reportId)
    .where('number', '=', number)
    .execute()
  await sql`delete from report_file where report_id = ${reportId} and hash is distinct from ${kept ?? null}
    and not exists (select from report_attachment used where used.report_id = report_file.report_id
      and used.hash = report_file.hash)`.execute(tx)
}

/** Copies the attachment of the previous version to a correction, with the account that attached it. */
export async function keepAttachment(tx: Tx, reportId: string, number: number): Promise<void> {
  await sql`insert into report_attachment (report_id, number, hash, original_hash, entered_by)
    select report_id, ${number}, hash, original_hash, entered_by from report_attachment
    where report_id = ${reportId} and number = ${number - 1}`.execute(tx)
}
