import { join } from 'node:path'
import type { Db } from '../../../db.ts'
import { type Config, ConfigError } from '../../config/config.ts'
import { readCluster, readIncarnation } from '../../db/restore/incarnation.ts'
import type { Log } from '../../observability/log.ts'
import { type FileStore, StoreUnavailable } from './file-store.ts'
import { type Files, openFiles } from './files.ts'
import { openFolderStore } from './folder-store.ts'
import { hasFilesIn } from './repository.ts'
import { openS3Store } from './s3-store.ts'

/**
 * Opens the files by the settings. The folder can always be read; the bucket if its settings are given. Everything is under
 * the id of the install, so two installs that share a folder or a bucket never touch each other's files.
 */
export async function openConfiguredFiles(
  { files: { place, folder, s3 } }: Pick<Config, 'files'>,
  db: Db,
  log: Log,
): Promise<Files> {
  const { install } = await readIncarnation(db, await readCluster(db))
  const stores: FileStore[] = [openFolderStore(join(folder, install))]
  if (s3) stores.push(openS3Store({ ...s3, prefix: install }, log))
  return openFiles(stores, place, log)
}

/**
 * Tries at the start whether new files can be stored. Throws ConfigError if the settings are wrong, or if they have never
 * worked. If a place that has worked before does not answer, the site starts: most of it needs no files.
 */
export async function requireFiles(db: Db, files: Files, log: Log): Promise<void> {
  const store = files.stores.find(({ place }) => place === files.place)
  try {
    await store?.check()
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    if (error.isSetting || !(await hasFilesIn(db, files.place)))
      throw new ConfigError([`Files cannot be stored (FILES=${files.place}): ${error.message}.`])
    log.error({ alarm: 'files', err: error }, 'files cannot be stored: uploads are refused until they can')
  }
}
