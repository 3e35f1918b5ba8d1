import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, chooseAccount, giveTo } from '../postgres-account.ts'
import type { RestoredCluster } from './restored-server.ts'

const run = promisify(execFile)

/** A restore could not be tried. The message says why, and what to do. */
export class DrillFailed extends Error {
  override name = 'DrillFailed'
}

export type BackupPlace = {
  readonly stanza: string
  /** An empty folder, whose owner may read the repository. */
  readonly home: string
  /** The folder with the programs of PostgreSQL; null if it is found by itself. */
  readonly programs: string | null
  readonly signal?: AbortSignal
}

/**
 * Restores the latest backup of a stanza into a folder of its own, and returns the cluster with the label of the backup.
 * Nothing of the running cluster is touched: tablespaces and linked folders are restored below the new folder too.
 */
export async function restoreLatest(place: BackupPlace): Promise<RestoredCluster & { backup: string }> {
  const { stanza, home, signal } = place
  const account = await chooseReader(home)
  const options = [`--stanza=${stanza}`, '--log-level-file=off', '--log-level-console=off']
  const ask = (words: string[]) => runAs(account, ['pgbackrest', ...options, ...words], signal)
  const backup = latestOf(stanza, await ask(['--output=json', 'info']))
  const path = join(home, 'postgres')
  mkdirSync(path, { mode: 0o700 })
  giveTo(account, path)
  await ask([
    ...[`--pg1-path=${path}`, `--tablespace-map-all=${join(home, 'tablespaces')}`, '--archive-mode=off'],
    ...['--no-delta', '--no-link-all', '--type=default', 'restore'],
  ])
  return {
    ...{
      backup,
      path,
      account,
      program: findPostgres(path, place.programs),
      env: settingsOfBackups(),
    },
    restoreCommand: `pgbackrest ${options.join(' ')} --pg1-path=${path} --no-archive-async archive-get %f "%p"`,
  }
}

/** The account must be able to run programs at all; which one does not matter. */
const anyProgram = 'true'

async function chooseReader(home: string): Promise<Account> {
  await run('pgbackrest', ['version']).catch((error: unknown) => {
    throw new DrillFailed('DRILL_STANZA is set, and pgBackRest is not installed here (Debian: pgbackrest).', {
      cause: error,
    })
  })
  return chooseAccount(home, anyProgram)
}

async function runAs(account: Account, words: string[], signal?: AbortSignal): Promise<string> {
  const [command = '', ...rest] = [...account.prefix, ...words]
  const env = { PATH: process.env.PATH, LC_ALL: 'C', ...settingsOfBackups() }
  try {
    const { stdout } = await run(command, rest, { cwd: '/', env, maxBuffer: 64 * 1024 * 1024, signal })
    return stdout
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    throw new DrillFailed(`pgBackRest failed: ${output || String(error)}`, { cause: error })
  }
}

/** pgBackRest reads its settings from its file, and from variables with this beginning. */
function settingsOfBackups(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('PGBACKREST_')))
}

function latestOf(stanza: string, info: string): string {
  const [found]: {
    readonly status?: { readonly message?: string }
    readonly backup?: readonly { readonly label: string }[]
  }[] = JSON.parse(info)
  const latest = found?.backup?.at(-1)
  if (latest) return latest.label
  throw new DrillFailed(
    `pgBackRest has no backup of the stanza ${stanza} (${found?.status?.message ?? 'unknown'}).`,
  )
}

/** The program of the version that made a cluster. */
function findPostgres(cluster: string, programs: string | null): string {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  const folders = programs ? [programs] : [`/usr/lib/postgresql/${version}/bin`, `/usr/pgsql-${version}/bin`]
  const program = folders.map((folder) => join(folder, 'postgres')).find((path) => existsSync(path))
  if (program) return program
  throw new DrillFailed(
    `There is no program of PostgreSQL ${version} in ${folders.join(' or ')}. Set DRILL_POSTGRES to its folder.`,
  )
}
