import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../server/src/infra/config/config.ts'
import { listCopies } from '../../server/src/infra/db/copy/copies.ts'
import {
  brokenWhenRestored,
  type DatabaseState,
  readDatabaseState,
} from '../../server/src/restored-database.ts'
import { DataFolderTaken, takeDataFolder } from '../data-folder.ts'
import { chooseAccount } from '../postgres-account.ts'
import { findBinaries } from '../postgres-binaries.ts'
import { DrillFailed, restoreLatest } from './pgbackrest.ts'
import { restoreFiles } from './restore-files.ts'
import { type RestoredCluster, startRestored } from './restored-server.ts'

/** What a drill has found. Times are in whole seconds, rounded up; null if it did not get as far. */
export type DrillReport = {
  readonly outcome: 'good' | 'failed'
  readonly kind: 'pgbackrest' | 'copy'
  readonly at: string
  /** The label of the backup, or the name of the copy. */
  readonly backup: string | null
  /** The changes that would be lost: from the last heartbeat in the restored database to the last one before the drill. */
  readonly rpoSeconds: number | null
  /** From the beginning of the restore until the restored database answers. */
  readonly rtoSeconds: number | null
  readonly restoreSeconds: number | null
  readonly recoverySeconds: number | null
  readonly invariantsSeconds: number | null
  /** Why it failed; empty if it is good. Names no person and no record. */
  readonly problems: readonly string[]
  /** The broken invariants with their records. */
  readonly broken: readonly string[]
}

type Findings = { -readonly [Name in keyof Omit<DrillReport, 'outcome'>]: DrillReport[Name] }

const prefix = 'labalaba-restored-'

/**
 * Restores the latest backup beside the running site, starts it apart from everything, runs the invariants on it, and measures
 * what would be lost and how long it takes. Deletes what it restored. Only what fails before the restore begins is thrown.
 */
export async function runDrill(config: Config, liveUrl: string, signal?: AbortSignal): Promise<DrillReport> {
  const base = config.drill.folder ?? tmpdir()
  deleteLeftovers(base)
  const found = begin(config)
  const home = mkdtempSync(join(base, prefix))
  // Root changes to the owner of the folder, who may read the repository of backups.
  const owner = statSync(base)
  if (process.getuid?.() === 0) chownSync(home, owner.uid, owner.gid)
  const hold = takeDataFolder(home)
  try {
    const live = await readDatabaseState(liveUrl)
    await restoreAndLook(config, { liveUrl, live, home, found, ...(signal && { signal }) })
  } catch (error) {
    found.problems = [...found.problems, error instanceof Error ? error.message : String(error)]
  } finally {
    hold.release()
    rmSync(home, { recursive: true, force: true })
  }
  return { outcome: found.problems.length === 0 ? 'good' : 'failed', ...found }
}

function begin({ drill }: Config): Findings {
  return {
    ...{ kind: drill.stanza === null ? 'copy' : 'pgbackrest', at: new Date().toISOString(), backup: null },
    ...{ rpoSeconds: null, rtoSeconds: null, restoreSeconds: null, recoverySeconds: null },
    ...{ invariantsSeconds: null, problems: [], broken: [] },
  }
}

type Drill = {
  readonly liveUrl: string
  readonly live: DatabaseState
  /** The folder for the restored database. */
  readonly home: string
  readonly found: Findings
  readonly signal?: AbortSignal
}

async function restoreAndLook(config: Config, drill: Drill): Promise<void> {
  const { found, live, signal } = drill
  const began = performance.now()
  const cluster = await restore(config, drill)
  found.backup = cluster.backup
  found.restoreSeconds = secondsSince(began)
  signal?.throwIfAborted()
  const recovering = performance.now()
  const server = await startRestored(cluster)
  try {
    found.recoverySeconds = secondsSince(recovering)
    found.rtoSeconds = secondsSince(began)
    signal?.throwIfAborted()
    const url = server.urlOf(live.owner, live.name)
    const restored = await readDatabaseState(url)
    if (restored.install !== live.install) throw new DrillFailed('The backup is of another install.')
    found.rpoSeconds = Math.max(
      0,
      Math.ceil((live.heartbeatAt.getTime() - restored.heartbeatAt.getTime()) / 1000),
    )
    const looking = performance.now()
    found.broken = await brokenWhenRestored(url, config)
    found.invariantsSeconds = secondsSince(looking)
  } finally {
    await server.stop()
  }
  found.problems = breachesOf(found, config)
}

async function restore(
  { drill, copies }: Config,
  { home, signal }: Drill,
): Promise<RestoredCluster & { readonly backup: string }> {
  const { stanza, programs } = drill
  if (stanza !== null) return await restoreLatest({ stanza, programs, home, ...(signal && { signal }) })
  const [backup] = await listCopies(copies.folder)
  if (backup === undefined)
    throw new DrillFailed(
      `There is no copy of the embedded database in ${copies.folder}. For a PostgreSQL that you run, set DRILL_STANZA.`,
    )
  await restoreFiles(join(copies.folder, backup), home)
  const path = join(home, 'postgres')
  const { postgres: program } = findBinaries()
  return { backup, path, program, account: chooseAccount(path, program) }
}

function breachesOf({ rpoSeconds, rtoSeconds, broken }: Findings, { drill }: Config): string[] {
  const problems: string[] = []
  if (rpoSeconds !== null && rpoSeconds > drill.rpoSeconds)
    problems.push(`${rpoSeconds} s of changes would be lost; DRILL_RPO_SECONDS is ${drill.rpoSeconds}`)
  if (rtoSeconds !== null && rtoSeconds > drill.rtoSeconds)
    problems.push(`the restore took ${rtoSeconds} s; DRILL_RTO_SECONDS is ${drill.rtoSeconds}`)
  if (broken.length > 0) problems.push(`invariants are broken in the restored database: ${broken.length}`)
  return problems
}

function secondsSince(began: number): number {
  return Math.ceil((performance.now() - began) / 1000)
}

/** Deletes what killed drills have left: whole databases. A drill that runs holds its folder. */
function deleteLeftovers(base: string): void {
  mkdirSync(base, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(base).filter((one) => one.startsWith(prefix))) {
    const path = join(base, name)
    try {
      takeDataFolder(path).release()
      rmSync(path, { recursive: true, force: true })
    } catch (error) {
      // It runs, or belongs to another account.
      if (!(error instanceof DataFolderTaken || (error instanceof Error && 'code' in error))) throw error
    }
  }
}
