import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { CopyFailed } from './copies.ts'
import { walFiles } from './wal.ts'

/** What a copy must know of the running server; the size of a file of WAL is in bytes. */
export type Server = { readonly version: number; readonly timeline: number; readonly walFileSize: number }

/** Asks the server, and throws CopyFailed if it does not run on the database of this data folder. */
export async function readServer(client: pg.PoolClient, dataDir: string): Promise<Server> {
  const { rows } = await client.query(`select current_setting('data_directory') as directory,
    current_setting('server_version_num')::int / 10000 as version,
    (select setting::int from pg_settings where name = 'wal_segment_size') as wal_file_size,
    ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`)
  const { directory, version, wal_file_size: walFileSize, timeline } = rows[0] ?? {}
  const own = join(dataDir, 'postgres')
  if (!existsSync(own) || !existsSync(directory) || realpathSync(own) !== realpathSync(directory))
    throw new CopyFailed(
      'This copies the embedded database in DATA_DIR. For a PostgreSQL that you run, see docs/operations/backups.md.',
    )
  return { version, timeline, walFileSize }
}

/** Lets one copy be made at a time: the lock is held until the session ends. */
export async function lockCopies(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query(
    `select pg_try_advisory_lock(hashtextextended('database copy', 0)) as mine`,
  )
  if (!rows[0]?.mine) throw new CopyFailed('Another copy is being made at this moment.')
}

/** Begins a backup, and returns the position in the WAL from which it must be recovered. */
export async function beginBackup(client: pg.PoolClient, name: string): Promise<string> {
  // The slot keeps the WAL of the meantime until the session ends.
  await client.query(`select pg_create_physical_replication_slot('labalaba_copy', true, true)`)
  const { rows } = await client.query('select pg_backup_start($1, true)::text as start', [name])
  return rows[0]?.start
}

type Backup = Server & { readonly start: string; readonly name: string }

/**
 * Ends the backup at a restore point of its name. Returns the text of its file `backup_label`, and the names of the files of
 * WAL that belong to it, which PostgreSQL no longer writes to.
 */
export async function endBackup(
  client: pg.PoolClient,
  { start, timeline, walFileSize: fileSize, name }: Backup,
): Promise<{ readonly label: string; readonly wal: readonly string[] }> {
  const { rows } = await client.query('select labelfile, spcmapfile from pg_backup_stop(false)')
  const { labelfile: label, spcmapfile: tablespaces } = rows[0] ?? {}
  if (tablespaces) throw new CopyFailed('The database has tablespaces of its own, which are not copied.')
  // A restore ends there. By this target, every process finds that the database was restored.
  const point = await client.query('select pg_create_restore_point($1)::text as "end"', [name])
  await client.query('select pg_switch_wal()')
  return { label, wal: walFiles({ start, end: point.rows[0]?.end, timeline, fileSize }) }
}
