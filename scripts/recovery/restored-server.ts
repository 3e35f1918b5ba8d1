import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../postgres.ts'
import { type Account, giveTo } from '../postgres-account.ts'

/** A restored cluster that is to be tried. */
export type RestoredCluster = {
  /** Its folder. */
  readonly path: string
  readonly account: Account
  /** The path of the program `postgres` of its version. */
  readonly program: string
  /** How it fetches WAL, if not all of it is in its folder. */
  readonly restoreCommand?: string
  readonly env?: NodeJS.ProcessEnv
}

/** A restored database that answers. It ends with this process. */
export type RestoredServer = { urlOf(login: string, database: string): string; stop(): Promise<void> }

/** A recovery of much WAL may take long; its time is reported anyway. In milliseconds. */
const longestRecovery = 24 * 60 * 60 * 1000

/**
 * What keeps a restored cluster away from everything of the running one: it listens on a socket in a folder of its own,
 * archives nothing, follows no server, runs no extension or subscription in the background, and takes no changes. The files of
 * a cluster can set all of these, as `alter system` does.
 */
function settingsOf(home: string, restoreCommand: string | undefined): string[] {
  const path = (name: string) => join(home, name)
  return [
    ...[`config_file=${path('postgresql.conf')}`, `hba_file=${path('pg_hba.conf')}`],
    ...[`ident_file=${path('pg_ident.conf')}`, 'external_pid_file='],
    ...['listen_addresses=', `unix_socket_directories=${home}`, 'unix_socket_permissions=0700', 'ssl=off'],
    ...['port=5432', 'max_connections=20', 'superuser_reserved_connections=0', 'bonjour=off'],
    ...['archive_mode=off', 'archive_command=', 'archive_library=', 'archive_cleanup_command='],
    ...['recovery_end_command=', 'primary_conninfo=', 'primary_slot_name=', 'synchronous_standby_names='],
    ...['shared_preload_libraries=', 'session_preload_libraries=', 'local_preload_libraries='],
    ...['max_logical_replication_workers=0', 'autovacuum=off', 'default_transaction_read_only=on'],
    ...['shared_buffers=128MB', 'huge_pages=off', 'logging_collector=off', 'log_destination=stderr'],
    ...['jit=off', 'timezone=UTC', 'cluster_name=labalaba-drill'],
    ...(restoreCommand === undefined ? [] : [`restore_command=${restoreCommand}`]),
  ]
}

/** Starts a restored cluster beside the running one. It resolves when its recovery is over. */
export async function startRestored(cluster: RestoredCluster): Promise<RestoredServer> {
  const { path, account, program, restoreCommand, env = {} } = cluster
  // The path of a socket may have about a hundred characters.
  const home = mkdtempSync(join(tmpdir(), 'labalaba-drill-'))
  for (const [name, text] of [
    ['postgresql.conf', ''],
    ['pg_hba.conf', 'local all all trust\n'],
    ['pg_ident.conf', ''],
  ] as const)
    writeFileSync(join(home, name), text)
  giveTo(account, home)
  const log = join(home, 'postgres.log')
  try {
    const server = await startServer({
      ...{ path, account, program, log, env, recovers: true, patience: longestRecovery },
      settings: settingsOf(home, restoreCommand),
    })
    return {
      urlOf: (login, database) =>
        `postgres://${encodeURIComponent(login)}@localhost:5432/${encodeURIComponent(database)}?host=${encodeURIComponent(home)}&statement_timeout=0`,
      async stop() {
        await server.stop()
        rmSync(home, { recursive: true, force: true })
      },
    }
  } catch (error) {
    rmSync(home, { recursive: true, force: true })
    throw error
  }
}
