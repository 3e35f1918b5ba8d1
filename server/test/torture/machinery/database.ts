import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DataFolder } from '../../../../scripts/data-folder.ts'
import { startPostgres } from '../../../../scripts/postgres.ts'
import { openSql, type Sql } from '../../sql.ts'

/**
 * Starts a PostgreSQL that can be killed, and comes up again at the same address. On a small disk it keeps
 * little of its log.
 */
export async function openDatabase(folder: DataFolder, small: boolean) {
  let running = await startPostgres({ folder })
  const { url, port } = running
  let up = true
  const gate = openGate()
  const watch = () => void running.died.then(() => (up = false))
  watch()
  if (small)
    await ask(url, async (sql) => {
      await sql`alter system set max_wal_size = '64MB'`
      await sql`alter system set min_wal_size = '32MB'`
      await sql`select pg_reload_conf()`
    })
  return {
    url,
    /** The harness’s own queries, which faults do not affect. */
    use: gate.pass,
    /** Blocks the harness’s own queries until it is started. */
    hold: gate.shut,
    async start(): Promise<void> {
      if (!up) running = await startPostgres({ folder, port })
      if (!up) watch()
      up = true
      gate.open()
    },
    async kill(): Promise<void> {
      if (!up) return
      await gate.shut()
      const pid = Number(readFileSync(join(folder.path, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
      process.kill(pid, 'SIGKILL')
      await running.died
      up = false
    },
    /** Cuts every connection to it, whatever is running. */
    async cut(): Promise<void> {
      await gate.shut()
      await ask(
        url,
        (sql) => sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      )
    },
    stop: () => running.stop(),
  }
}

/** Admits work while it is open; closing it waits for the work inside. */
function openGate() {
  const inside = new Set<Promise<unknown>>()
  let way = Promise.withResolvers<void>()
  way.resolve()
  return {
    async pass<T>(work: () => Promise<T>): Promise<T> {
      await way.promise
      const working = work()
      const passing = working.catch(() => {})
      inside.add(passing)
      void passing.then(() => inside.delete(passing))
      return await working
    },
    async shut(): Promise<void> {
      way = Promise.withResolvers()
      await Promise.all(inside)
    },
    open: () => way.resolve(),
  }
}

async function ask(url: string, question: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = openSql(url, 1)
  try {
    await question(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
