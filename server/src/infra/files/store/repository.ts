import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { StoredFile } from '../../../tables.ts'
import type { Part } from './file-store.ts'

/** A file without its bytes. */
export type FileRow = Omit<Selectable<StoredFile>, 'bytes'>
export type Place = FileRow['place']

/** A file whose bytes are stored, and whose row is still to be inserted. */
export type NewFile = Insertable<StoredFile> & { readonly id: string; readonly size: number }

const head = ['id', 'hash', 'size', 'type', 'place', 'key', 'stored_at'] as const

/** Inserts the row of a file, in the transaction that inserts the row to which it belongs. */
export async function insertFile(tx: Tx, file: NewFile): Promise<void> {
  await tx.insertInto('stored_file').values(file).execute()
}

/** Deletes a file that nothing names. What is stored of it outside the database is deleted later. */
export async function deleteFile(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('stored_file').where('id', '=', id).execute()
}

export async function fileById(db: Db, id: string): Promise<FileRow | undefined> {
  return await db.selectFrom('stored_file').select(head).where('id', '=', id).executeTakeFirst()
}

/** The bytes that the database holds of a file, or a part of them; null if it holds none. */
export async function bytesInRow(db: Db, id: string, part?: Part): Promise<Buffer | null> {
  const wanted = part
    ? sql<Buffer | null>`substring(bytes from ${part.from + 1}::int for ${part.length}::int)`
    : sql<Buffer | null>`bytes`
  const row = await db
    .selectFrom('stored_file')
    .select(wanted.as('bytes'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.bytes ?? null
}

/** Some files of a place whose ids follow `after`, by id. */
export async function filesIn(db: Db, place: Place, after: string, most: number): Promise<FileRow[]> {
  return await db
    .selectFrom('stored_file')
    .select(head)
    .where('place', '=', place)
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute()
}

/** How many files are in each place. */
export async function countFiles(db: Db): Promise<Partial<Record<Place, number>>> {
  const rows = await db
    .selectFrom('stored_file')
    .select(['place', (e) => e.fn.countAll<number>().as('count')])
    .groupBy('place')
    .execute()
  return Object.fromEntries(rows.map(({ place, count }) => [place, Number(count)]))
}

/** Whether any file was ever moved to or stored in a place and is still there. */
export async function hasFilesIn(db: Db, place: Place): Promise<boolean> {
  const row = await db
    .selectFrom('stored_file')
    .select('id')
    .where('place', '=', place)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Writes down that the bytes of a file are elsewhere now. Returns false if it was moved or deleted since it was read. */
export async function moveRow(
  db: Db,
  file: FileRow,
  to: { readonly place: Place; readonly key: string },
): Promise<boolean> {
  const done = await db
    .updateTable('stored_file')
    .set({ ...to, bytes: null })
    .where('id', '=', file.id)
    .where('place', '=', file.place)
    .where(sql<boolean>`key is not distinct from ${file.key}`)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Writes down that the bytes under a key, which no row ever named, are to be deleted. */
export async function noteRemoved(db: Db, key: string, place: 'folder' | 's3'): Promise<void> {
  await db
    .insertInto('removed_file')
    .values({ key, place })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Keys that follow `after` whose bytes are due to be deleted from a place, in their order. */
export async function removedIn(
  db: Db,
  place: 'folder' | 's3',
  { now, after, most }: { readonly now: Date; readonly after: string; readonly most: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('removed_file')
    .select('key')
    .where('place', '=', place)
    .where('due_at', '<=', now)
    .where('key', '>', after)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('stored_file').select('id').whereRef('stored_file.key', '=', 'removed_file.key')),
      ),
    )
    .orderBy('key')
    .limit(most)
    .execute()
  return rows.map(({ key }) => key)
}

export async function forgetRemoved(db: Db, key: string): Promise<void> {
  await db.deleteFrom('removed_file').where('key', '=', key).execute()
}

/** Those of these keys of a place that the row of a file or of a removed file names. */
export async function namedKeys(
  db: Db,
  place: 'folder' | 's3',
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from stored_file where place = ${place} and key = any(${[...keys]})
    union all select key from removed_file where place = ${place} and key = any(${[...keys]})`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** When the newest restore of the database to an earlier state was declared; null if it was never restored. */
export async function restoredAt(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('database_incarnation')
    .select('began_at')
    .where('number', '>', 1)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.began_at ?? null
}
