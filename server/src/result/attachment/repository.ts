import { sql } from 'kysely'
import type { Db, Tx } from '../../db.ts'

/** A file of a report, by its SHA-256. */
type FileKey = { readonly reportId: string; readonly hash: Buffer }
/** A file that somebody is sending. */
export type UploadKey = FileKey & { readonly accountId: number }

/** Some of the bytes of a file, from the one at `from` on, counted from 0. */
export async function filePiece(
  db: Db,
  { reportId, hash }: FileKey,
  { from, length }: { readonly from: number; readonly length: number },
): Promise<Buffer | undefined> {
  const found = await db
    .selectFrom('report_file')
    .select(sql<Buffer>`substring(file from ${from + 1}::int for ${length}::int)`.as('piece'))
    .where('report_id', '=', reportId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return found?.piece
}

/** Keeps a piece of a file that is on its way; what somebody had begun to send to the same report before is gone. */
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

/** Forgets what nobody has finished sending since. */
export async function forgetUploadsBefore(db: Db, at: Date): Promise<void> {
  await db.deleteFrom('report_upload').where('at', '<', at).execute()
}

/** All that has arrived of a file, its pieces one after another. */
export async function arrived(db: Db, { reportId, accountId, hash }: UploadKey): Promise<Buffer | null> {
  const { rows } = await sql<{ file: Buffer | null }>`
    select string_agg(bytes, ''::bytea order by piece) as file from report_upload
    where report_id = ${reportId} and account_id = ${accountId} and hash = ${hash}`.execute(db)
  return rows[0]?.file ?? null
}

/** What was made of a file. */
export type Made = {
  readonly file: Buffer
  readonly pages: number
  readonly sha1: Buffer
  readonly sha256: Buffer
}

/** Keeps a file for a report; the database counts its hash again. */
export async function keepFile(tx: Tx, reportId: string, { sha256: hash, ...made }: Made): Promise<void> {
  await tx
    .insertInto('report_file')
    .values({ report_id: reportId, hash, ...made, size: made.file.length })
    .onConflict((same) => same.doNothing())
    .execute()
}

/** The hash of what was made of a file that a version of its report came from. */
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

/** Makes a file that is kept the one that belongs to a draft. */
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

/** Takes the file of a draft away; no other version's, and not `kept`, it is gone for good. */
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

/** A correction has the file of the version before, with whoever attached it. */
export async function keepAttachment(tx: Tx, reportId: string, number: number): Promise<void> {
  await sql`insert into report_attachment (report_id, number, hash, original_hash, entered_by)
    select report_id, ${number}, hash, original_hash, entered_by from report_attachment
    where report_id = ${reportId} and number = ${number - 1}`.execute(tx)
}
