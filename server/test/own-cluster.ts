import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { type DataFolder, takeDataFolder } from '../../scripts/data-folder.ts'
import { type Postgres, startPostgres } from '../../scripts/postgres.ts'

/** A cluster of a test's own, with its folder. */
export type OwnCluster = Pick<Postgres, 'url'> & { stop(): Promise<void> }

/**
 * Makes PostgreSQL clusters as an operator does: a primary that archives its WAL, and others that are restored from its base
 * backup and the archive. `close` ends and deletes all.
 */
export async function openClusters() {
  const home = mkdtempSync(join(tmpdir(), 'labalaba-clusters-'))
  const base = join(home, 'base')
  const archive = join(home, 'archive')
  const stops: (() => Promise<void>)[] = []

  async function start(path: string, port?: number): Promise<OwnCluster> {
    const folder: DataFolder = takeDataFolder(path)
    const running = await startPostgres({ folder, ...(port !== undefined && { port }) })
    let isStopped = false
    const stop = async () => {
      if (isStopped) return
      isStopped = true
      await running.stop()
      folder.release()
    }
    stops.push(stop)
    return { url: running.url, stop }
  }

  /** Copies the base backup to a new folder, with settings and the signal file for its recovery. */
  function copyBase(name: string, signal: string, settings: readonly string[]): string {
    const path = join(home, name)
    execFileSync('cp', ['-a', base, path])
    const cluster = join(path, 'postgres')
    const lines = [`restore_command = 'cp "${archive}/%f" "%p"'`, ...settings]
    appendFileSync(join(cluster, 'postgresql.auto.conf'), `${lines.join('\n')}\n`)
    writeFileSync(join(cluster, signal), '')
    const { uid, gid } = statSync(cluster)
    chownSync(join(cluster, signal), uid, gid)
    return path
  }

  return {
    /** A new primary; its base backup is made before its first use. */
    async primary(): Promise<OwnCluster> {
      const made = await start(base)
      mkdirSync(archive)
      const { uid, gid } = statSync(join(base, 'postgres'))
      chownSync(archive, uid, gid)
      await ask(made.url, [
        'alter system set archive_mode = on',
        `alter system set archive_command = 'cp "%p" "${archive}/%f"'`,
        'alter system set fsync = off',
      ])
      await made.stop()
      const path = join(home, 'primary')
      execFileSync('cp', ['-a', base, path])
      return await start(path)
    },
    /** Restores to a named restore point, as a recovery to a point in time; at a free port by default. */
    async restored(name: string, point: string, port?: number): Promise<OwnCluster> {
      const target = [`recovery_target_name = '${point}'`, `recovery_target_action = 'promote'`]
      const restored = await start(copyBase(name, 'recovery.signal', target), port)
      await untilTrue(restored.url, 'select not pg_is_in_recovery() as done')
      return restored
    },
    /** A standby that has everything that was archived up to a position, and is then promoted, as at a failover. */
    async promoted(name: string, position: string): Promise<OwnCluster> {
      const standby = await start(copyBase(name, 'standby.signal', []))
      await untilTrue(standby.url, `select pg_last_wal_replay_lsn() >= '${position}'::pg_lsn as done`)
      await untilTrue(standby.url, 'select pg_promote() as done')
      return standby
    },
    async close(): Promise<void> {
      for (const stop of stops) await stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function ask(url: string, statements: readonly string[]): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice() {} })
  for (const statement of statements) await sql.unsafe(statement)
  await sql.end()
}

/** Asks a server until its answer is true. The limit of the test ends a wait in vain. */
async function untilTrue(url: string, query: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice() {} })
  try {
    while ((await sql.unsafe(query))[0]?.done !== true) await pause(50)
  } finally {
    await sql.end()
  }
}
