import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CopyFailed, readManifest } from '../../server/src/infra/db/copy/copies.ts'
import { sync, syncTree } from '../../server/src/infra/db/copy/files.ts'
import type { DataFolder } from '../data-folder.ts'
import { startPostgres } from '../postgres.ts'
import { findBinaries } from '../postgres-binaries.ts'
import { clearOrphan } from '../postgres-orphan.ts'
import { restoreFiles, restoreUploads } from './restore-files.ts'

/** Where the database from before a restore is now; null if there was none. */
export type Restored = { readonly aside: string | null; readonly madeAt: string; readonly uploads: number }

/**
 * Restores the embedded database from a copy, in a data folder that this process holds. The restored database is recovered
 * beside the present one, which is then put aside and never deleted; if anything fails, the present one is as it was. Throws
 * CopyFailed with the reason. The site does not serve the result until after-restore has run.
 */
export async function restoreCopy(folder: DataFolder, copy: string, now: Date): Promise<Restored> {
  const { postgres: version } = await readManifest(copy)
  const own = findBinaries().version
  if (version !== own)
    throw new CopyFailed(
      `${copy} is of PostgreSQL ${version}, and this version of Labalaba has PostgreSQL ${own}. Restore it with the version that made it.`,
    )
  await clearOrphan(join(folder.path, 'postgres'))
  const half = join(folder.path, 'restore.half')
  await rm(half, { recursive: true, force: true })
  try {
    const manifest = await restoreFiles(copy, half)
    await recover(half)
    await syncTree(half)
    const uploads = await restoreUploads(copy, folder.path, manifest)
    const aside = await swap(folder.path, half, now)
    return { aside, madeAt: manifest.madeAt, uploads }
  } finally {
    await rm(half, { recursive: true, force: true })
  }
}

/** Recovers the restored database to the end of its copy, and stops it again. */
async function recover(half: string): Promise<void> {
  const folder: DataFolder = { path: half, release() {} }
  const postgres = await startPostgres({ folder, recovers: true })
  await postgres.stop()
}

const parts = ['postgres', 'postgres.password']

/** Puts the present database aside and the restored one in its place. If that fails, everything is where it was. */
async function swap(dataDir: string, half: string, now: Date): Promise<string | null> {
  const time = now.toISOString().slice(0, 19).replaceAll(':', '-')
  const ending = `before-restore-${time}Z`
  const renamed: { from: string; to: string }[] = []
  const move = async (from: string, to: string) => {
    await rename(from, to)
    renamed.unshift({ from, to })
  }
  try {
    for (const part of parts)
      if (existsSync(join(dataDir, part))) await move(join(dataDir, part), join(dataDir, `${part}-${ending}`))
    for (const part of parts) await move(join(half, part), join(dataDir, part))
  } catch (error) {
    for (const { from, to } of renamed) await rename(to, from)
    throw error
  }
  await sync(dataDir)
  const aside = join(dataDir, `postgres-${ending}`)
  return existsSync(aside) ? aside : null
}
