import type { Db } from '../../../db.ts'
import { allDigits, type FileStore } from './file-store.ts'
import type { Files } from './files.ts'
import { forgetRemoved, namedKeys, removedIn, restoredAt } from './repository.ts'

type Dependencies = { readonly db: Db; readonly files: Pick<Files, 'stores'> }

const hour = 60 * 60 * 1000
/** Bytes without a row are older than any transaction that may still insert it. */
const grace = 24 * hour
/** After a restore, bytes from before it may belong to the state that was replaced, to which the operator may return. */
const graceAfterRestore = 30 * 24 * hour
const atATime = 200

/**
 * Deletes the bytes that rows have left: of deleted and of moved files. If a place does not answer, what is left stays for
 * the next time. Returns how many were deleted. Throws StoreUnavailable.
 */
export async function deleteRemovedFiles({ db, files }: Dependencies): Promise<number> {
  const places = files.stores.map(({ place }) => place)
  for (let deleted = 0; ; ) {
    const some = await removedIn(db, places, atATime)
    for (const { key, place } of some) {
      await files.stores.find((store) => store.place === place)?.delete(key)
      await forgetRemoved(db, key)
      deleted += 1
    }
    if (some.length < atATime) return deleted
  }
}

/**
 * Deletes bytes that no row names and that are older than a day: an upload was refused or a process died before the row was
 * inserted. `digits` are the beginnings of the keys to look at. Returns how many were deleted. Throws StoreUnavailable.
 */
export async function deleteOrphans(
  { db, files }: Dependencies,
  now: Date,
  digits: readonly string[] = allDigits,
): Promise<number> {
  const restored = await restoredAt(db)
  const keptBefore = restored && now.getTime() - restored.getTime() < graceAfterRestore ? restored : null
  const isOld = (changedAt: Date) =>
    now.getTime() - changedAt.getTime() > grace && (keptBefore === null || changedAt >= keptBefore)
  let deleted = 0
  for (const store of files.stores)
    for (const beginning of digits) deleted += await deleteOrphansIn(db, store, beginning, isOld)
  return deleted
}

async function deleteOrphansIn(
  db: Db,
  store: FileStore,
  digits: string,
  isOld: (changedAt: Date) => boolean,
): Promise<number> {
  let deleted = 0
  for await (const page of store.list(digits)) {
    const keys = page.filter(({ changedAt }) => isOld(changedAt)).map(({ key }) => key)
    const named = keys.length > 0 ? await namedKeys(db, store.place, keys) : new Set()
    for (const key of keys)
      if (!named.has(key)) {
        await store.delete(key)
        deleted += 1
      }
  }
  return deleted
}

/** The beginning of the keys that the job looks at in this turn: over a day, it looks at all of them. */
export function digitsAt(now: Date): readonly string[] {
  const turn = Math.floor(now.getTime() / (5 * 60 * 1000)) % allDigits.length
  return allDigits.slice(turn, turn + 1)
}
