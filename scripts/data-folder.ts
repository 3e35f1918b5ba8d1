import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A data folder that only this process may write to, until `release` or the end of the process. */
export type DataFolder = { readonly path: string; release(): void }

/** The data folder is in use or not usable. The message says why, and what to do. */
export class DataFolderTaken extends Error {
  override name = 'DataFolderTaken'
}

/**
 * Creates the folder if necessary and locks it for this process. Throws `DataFolderTaken` if another process holds it.
 * The lock is SQLite's own on the empty file `lock`. The operating system holds it, so it ends with the process however
 * that dies, and a reused process id cannot be mistaken for the holder.
 */
export function takeDataFolder(wanted: string): DataFolder {
  mkdirSync(wanted, { recursive: true, mode: 0o700 })
  const path = realpathSync(wanted)
  const lock = takeLock(path)
  const holder = join(path, 'labalaba.pid')
  writeFileSync(holder, `${process.pid}\n`)
  return {
    path,
    release() {
      if (!lock.isOpen) return
      rmSync(holder, { force: true })
      lock.close()
    },
  }
}

/**
 * Renames the folder to a name with `reason` and the time, beside it, and takes a new folder in its place. The renamed folder
 * is whole, and no process holds it. Throws `DataFolderTaken` if it cannot be renamed.
 */
export function replaceDataFolder(folder: DataFolder, reason: string): { folder: DataFolder; aside: string } {
  const aside = `${folder.path}-${reason}-${new Date().toISOString().replaceAll(':', '-')}`
  try {
    renameSync(folder.path, aside)
  } catch (error) {
    throw new DataFolderTaken(notRenamed(folder.path, aside, error), { cause: error })
  }
  folder.release()
  // Release deletes these by their former paths.
  for (const name of ['labalaba.pid', 'lock-journal']) rmSync(join(aside, name), { force: true })
  return { folder: takeDataFolder(folder.path), aside }
}

function takeLock(path: string): DatabaseSync {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(join(path, 'lock'), { timeout: 0 })
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock?.close()
    throw new DataFolderTaken(isLocked(error) ? inUse(path) : notOurs(path, error), { cause: error })
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && error.message === 'database is locked'
}

function inUse(path: string): string {
  return (
    `The data folder ${path} is in use by another Labalaba (process ${holderOf(path)}). ` +
    'Stop that one first, or give this one a folder of its own with DATA_DIR.'
  )
}

function notOurs(path: string, error: unknown): string {
  return (
    `The data folder ${path} cannot be written to (${error instanceof Error ? error.message : error}). ` +
    'It may belong to another user: start as that user, or choose another folder with DATA_DIR.'
  )
}

function notRenamed(path: string, aside: string, error: unknown): string {
  return (
    `The data folder ${path} cannot be renamed to ${aside} (${error instanceof Error ? error.message : error}). ` +
    'Move it away yourself, or choose another folder with DATA_DIR.'
  )
}

function holderOf(path: string): string {
  try {
    return readFileSync(join(path, 'labalaba.pid'), 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
