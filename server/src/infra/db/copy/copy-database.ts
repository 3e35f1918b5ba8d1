import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { openConnections } from '../connections.ts'
import { beginBackup, endBackup, lockCopies, readServer, type Server } from './backup.ts'
import {
  CopyFailed,
  copyName,
  deleteHalves,
  deleteOldCopies,
  halfEnding,
  type Manifest,
  makeCopiesFolder,
  verifyCopy,
  writeManifest,
} from './copies.ts'
import {
  type CopiedFile,
  copyFile,
  copyOne,
  forEachOf,
  freeBytes,
  listFiles,
  readFileHash,
  sizeOf,
  sync,
  syncTree,
} from './files.ts'
import { copyUploads, newestUploads, uploadsToCopy } from './uploads.ts'

export type CopyRequest = {
  /** The address of the running embedded database, with the login of its superuser. */
  readonly ownerUrl: string
  /** The data folder of the install; the database is in its folder `postgres`. */
  readonly dataDir: string
  /** The folder that gets the copy, as a folder of its own. */
  readonly folder: string
  /** How many copies the folder keeps. */
  readonly kept: number
  readonly now: Date
  /** Ends the copy early; nothing is left of it. */
  readonly signal?: AbortSignal
}

/** A finished copy: its folder, and its size in bytes. */
export type MadeCopy = { readonly path: string; readonly bytes: number }

/** What a copy needs besides the files of the database: the WAL of the meantime. */
const spareBytes = 128 * 1024 * 1024

/**
 * Makes a physical copy of the running embedded database, by PostgreSQL's low-level backup functions: of its files, of the
 * WAL that makes them consistent, and of the uploaded files in the data folder, which are only ever added and so come last.
 * The copy is read back and compared before it gets its name. Afterwards, old copies are deleted. Throws CopyFailed with the
 * reason; then the folder has the same copies as before.
 */
export async function copyDatabase(request: CopyRequest): Promise<MadeCopy> {
  const { ownerUrl, dataDir, folder, kept, now } = request
  const pool = openConnections(ownerUrl, { connections: 1, patience: 'migration' })
  try {
    const client = await pool.connect()
    try {
      const server = await readServer(client, dataDir)
      await lockCopies(client)
      await makeCopiesFolder(folder)
      await deleteHalves(folder)
      const path = join(folder, copyName(now))
      if (existsSync(path)) throw new CopyFailed(`${path} exists already. Try again in a second.`)
      const half = `${path}${halfEnding}`
      try {
        const files = await fill(half, client, server, request)
        await rename(half, path)
        await sync(folder)
        await deleteOldCopies(folder, Math.max(1, kept))
        return { path, bytes: sizeOf(files) }
      } catch (error) {
        await rm(half, { recursive: true, force: true })
        throw inWords(error, folder)
      }
    } finally {
      // The end of the session also ends a backup that failed, and drops the replication slot.
      client.release(true)
    }
  } finally {
    await pool.end()
  }
}

/** Makes the whole copy in a folder, and returns its files. */
async function fill(
  copy: string,
  client: pg.PoolClient,
  server: Server,
  { dataDir, folder, now, signal }: CopyRequest,
): Promise<readonly CopiedFile[]> {
  const source = join(dataDir, 'postgres')
  const name = copyName(now)
  const earlier = await newestUploads(folder)
  const expected =
    sizeOf((await listFiles(source, isSkipped)).files) + (await uploadsToCopy(dataDir, earlier))
  await assertSpace(folder, expected + spareBytes)
  await mkdir(copy, { mode: 0o700 })
  const target = join(copy, 'postgres')
  const start = await beginBackup(client, name)
  const database = await copyAll(source, target, signal)
  const { label, wal } = await endBackup(client, { ...server, name, start })
  const labelPath = 'postgres/backup_label'
  await writeFile(join(copy, labelPath), label, { mode: 0o600, flush: true })
  const files = [
    ...prefixed('postgres', database),
    ...prefixed('postgres', await copyWal(source, target, wal)),
    { path: labelPath, ...(await readFileHash(join(copy, labelPath))) },
    ...(await copyOne(dataDir, copy, 'postgres.password')),
    ...(await copyUploads(dataDir, copy, { earlier, folder, signal })),
  ]
  const manifest: Manifest = { name, madeAt: now.toISOString(), postgres: server.version, files }
  await syncTree(copy)
  await verifyCopy(copy, manifest)
  await writeManifest(copy, manifest)
  return manifest.files
}

/** Folders that PostgreSQL fills again at its start, so that a copy has them empty. */
const emptied = [
  ...['pg_wal', 'pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp'],
  'pg_subtrans',
]
const skipped = [
  ...['postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map', 'backup_manifest'],
  ...['postgresql.auto.conf.tmp', 'current_logfiles.tmp'],
]
/** It says where recovery begins, so it must not be older than any other file. */
const control = join('global', 'pg_control')

function isSkipped(path: string): boolean {
  const [top = '', ...rest] = path.split('/')
  const name = rest.at(-1) ?? top
  return (
    (emptied.includes(top) && rest.length > 0) ||
    skipped.includes(path) ||
    name.startsWith('pgsql_tmp') ||
    name.startsWith('pg_internal.init')
  )
}

async function copyAll(from: string, to: string, signal?: AbortSignal): Promise<CopiedFile[]> {
  const { files, folders } = await listFiles(from, isSkipped)
  for (const folder of ['', ...folders, 'pg_wal/archive_status', 'pg_wal/summaries'])
    await mkdir(join(to, folder), { recursive: true, mode: 0o700 })
  const copied: CopiedFile[] = []
  const copy = async ({ path }: { readonly path: string }) => {
    signal?.throwIfAborted()
    const made = await copyFile(join(from, path), join(to, path))
    if (made) copied.push({ path, ...made })
  }
  await forEachOf(
    files.filter(({ path }) => path !== control),
    copy,
  )
  await copy({ path: control })
  return copied
}

async function copyWal(source: string, target: string, names: readonly string[]): Promise<CopiedFile[]> {
  const { files } = await listFiles(join(source, 'pg_wal'))
  const histories = files.map(({ path }) => path).filter((name) => name.endsWith('.history'))
  const copied: CopiedFile[] = []
  for (const name of [...histories, ...names]) {
    const path = `pg_wal/${name}`
    const made = await copyFile(join(source, path), join(target, path))
    if (!made) throw new CopyFailed(`${path} was deleted before it was copied.`)
    copied.push({ path, ...made })
  }
  return copied
}

async function assertSpace(folder: string, needed: number): Promise<void> {
  const free = await freeBytes(folder)
  if (free >= needed) return
  throw new CopyFailed(
    `There is too little space in ${folder}: a copy needs ${megabytes(needed)}, and ${megabytes(free)} are free.`,
  )
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`

function inWords(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new CopyFailed(`The disk of ${folder} is full. Nothing is left of this copy.`, { cause: error })
  if (error instanceof Error && error.name === 'AbortError')
    return new CopyFailed('The copy was ended before it was complete.', { cause: error })
  return error
}

function prefixed(folder: string, files: readonly CopiedFile[]): CopiedFile[] {
  return files.map((file) => ({ ...file, path: join(folder, file.path) }))
}
