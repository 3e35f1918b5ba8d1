import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DataFolder } from '../../../../scripts/data-folder.ts'
import { startPostgres } from '../../../../scripts/postgres.ts'
import { openSql, type Sql } from '../../sql.ts'
import { openGate } from './gate.ts'

/** A database that can be killed, and the addresses that the programs get. */
export type Database = {
  /** The address for the questions of the trial itself; no fault lies in between. */
  readonly url: string
  /** Settings of the programs that differ from `DATABASE_URL=url`. */
  readonly settings: Partial<Record<'server' | 'worker', Readonly<Record<string, string>>>>
  /** Admits a query of the trial itself; faults wait for its end. */
  use<T>(work: () => Promise<T>): Promise<T>
  /** Blocks the trial's own queries until the next start, and waits for those that run. */
  hold(): Promise<void>
  /** Starts it if it is down, and resolves when it can be written to. */
  start(): Promise<void>
  kill(): Promise<void>
  /** Cuts every connection to it, whatever is running. */
  cut(): Promise<void>
  stop(): Promise<void>
}

export type DatabaseOptions = {
  readonly folder: DataFolder
  /** On a small disk it keeps little of its log. */
  readonly small: boolean
  /** Variables of the server process. */
  readonly environment?: Readonly<Record<string, string>>
}

/** Starts a PostgreSQL that can be killed, and comes up again at the same address. */
export async function openDatabase({ folder, small, environment }: DatabaseOptions): Promise<Database> {
  const options = { folder, ...(environment && { environment }) }
  let running = await startPostgres(options)
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
    settings: {},
    use: gate.pass,
    hold: gate.shut,
    async start(): Promise<void> {
      if (!up) running = await startPostgres({ ...options, port })
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
    async cut(): Promise<void> {
      await gate.shut()
      await cutConnections(url)
    },
    stop: () => running.stop(),
  }
}

/** Cuts every connection to a database. */
export async function cutConnections(url: string): Promise<void> {
  await ask(
    url,
    (sql) => sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
}

async function ask(url: string, question: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = openSql(url, 1)
  try {
    await question(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
