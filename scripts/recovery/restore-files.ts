import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { assertSame, CopyFailed, type Manifest, readManifest } from '../../server/src/infra/db/copy/copies.ts'
import {
  copyFile,
  forEachOf,
  freeBytes,
  readFileHash,
  sizeOf,
  sync,
} from '../../server/src/infra/db/copy/files.ts'
import { uploads } from '../../server/src/infra/db/copy/uploads.ts'

/** What recovery needs besides the files of a copy, in bytes. */
const spareBytes = 128 * 1024 * 1024

/**
 * Copies the database of a copy into an empty folder, compares each file with the manifest, and sets it up for its recovery
 * to the end of the copy. Returns the manifest. Throws CopyFailed if the copy is damaged, or the disk has too little space.
 */
export async function restoreFiles(copy: string, into: string): Promise<Manifest> {
  const manifest = await readManifest(copy)
  const files = manifest.files.filter(({ path }) => !path.startsWith(`${uploads}/`))
  await mkdir(into, { recursive: true, mode: 0o700 })
  const needed = sizeOf(files) + spareBytes
  if ((await freeBytes(into)) < needed)
    throw new CopyFailed(`There is too little space in ${into}: it needs ${Math.ceil(needed / 1e6)} MB.`)
  await forEachOf(files, async (file) =>
    assertSame(copy, file, await copyFile(join(copy, file.path), join(into, file.path))),
  )
  const cluster = join(into, 'postgres')
  for (const folder of emptyFolders) await mkdir(join(cluster, folder), { recursive: true, mode: 0o700 })
  await setTarget(cluster, manifest.name)
  return manifest
}

/** Folders of a cluster in which a copy has no files. PostgreSQL does not start without them. */
const emptyFolders = [
  ...[
    'pg_commit_ts',
    'pg_dynshmem',
    'pg_logical/mappings',
    'pg_logical/snapshots',
    'pg_notify',
    'pg_replslot',
  ],
  ...['pg_serial', 'pg_snapshots', 'pg_stat', 'pg_stat_tmp', 'pg_subtrans', 'pg_tblspc', 'pg_twophase'],
  ...['pg_wal/archive_status', 'pg_wal/summaries'],
]

/** Replaces the recovery settings of a cluster, such as those of an earlier restore, by those for this one. */
async function setTarget(cluster: string, point: string): Promise<void> {
  const path = join(cluster, 'postgresql.auto.conf')
  const text = existsSync(path) ? await readFile(path, 'utf8') : ''
  const others = text.split('\n').filter((line) => !/^\s*(recovery_target|restore_command)/.test(line))
  await writeFile(path, others.join('\n'))
  await appendFile(
    path,
    [
      // All the WAL is in the copy already.
      `restore_command = 'false'`,
      `recovery_target_name = '${point}'`,
      `recovery_target_action = 'promote'\n`,
    ].join('\n'),
  )
  await writeFile(join(cluster, 'recovery.signal'), '')
}

/**
 * Puts the uploaded files of a copy that are missing or damaged into the data folder. Each gets its name when it is whole and
 * on the disk. Returns how many.
 */
export async function restoreUploads(copy: string, dataDir: string, { files }: Manifest): Promise<number> {
  let restored = 0
  await forEachOf(
    files.filter(({ path }) => path.startsWith(`${uploads}/`)),
    async (file) => {
      const path = join(dataDir, file.path)
      if (existsSync(path) && (await readFileHash(path)).sha256 === file.sha256) return
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const unfinished = `${path}.${randomUUID()}.part`
      assertSame(copy, file, await copyFile(join(copy, file.path), unfinished))
      await sync(unfinished)
      await rename(unfinished, path)
      await sync(dirname(path))
      restored += 1
    },
  )
  return restored
}
