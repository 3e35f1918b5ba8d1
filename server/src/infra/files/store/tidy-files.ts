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

/** After so many failures in one run, a place is left alone until the next. */
const mostFailures = 5

/**
 * Deletes the bytes that rows have left: of deleted files a day later and of moved ones 30 days later, as a restored database
 * names them again. One that cannot be deleted does not hold up the others, and stays for the next time. Returns how many were
 * deleted. Throws the first failure at the end.
 */
export async function deleteRemovedFiles({ db, files }: Dependencies, now: Date): Promise<number> {
  const failures: unknown[] = []
  let deleted = 0
  for (const store of files.stores) {
    const before = failures.length
    for (let after = ''; failures.length - before < mostFailures; ) {
      const keys = await removedIn(db, store.place, { now, after, most: atATime })
      for (const key of keys) {
        if (failures.length - before >= mostFailures) break
        try {
          await store.delete(key)
          await forgetRemoved(db, key)
          deleted += 1
        } catch (failure) {
          failures.push(failure)
        }
      }
      after = keys.at(-1) ?? after
      if (keys.length < atATime) break
    }
  }
  if (failures.length > 0) throw failures[0]
  return deleted
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
