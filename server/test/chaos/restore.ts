import { setTimeout as pause } from 'node:timers/promises'
import { commands } from '../../src/cli.ts'
import { runCommandLine } from '../../src/commands/run.ts'
import { openClusters } from '../own-cluster.ts'
import { openSql, type Sql } from '../sql.ts'
import { cutConnections } from '../torture/machinery/database.ts'
import { openGate } from '../torture/machinery/gate.ts'
import type { Machinery } from '../torture/machinery/machinery.ts'
import { count, type Promises } from '../torture/promises.ts'
import type { Scene } from '../torture/scene.ts'

/**
 * The database is restored to a point some seconds earlier, `after-restore` runs, and the site starts again. What was promised
 * in the gap may be lost; money of the gap must be in the case of the restore (ADR 0019).
 */
export function restore(): Scene {
  const gate = openGate()
  let home: Home | null = null
  return {
    async openDatabase() {
      const opened = await openHome()
      home = opened
      return {
        url: opened.url,
        settings: {},
        use: gate.pass,
        hold: gate.shut,
        async start() {
          gate.open()
        },
        kill: opened.stop,
        async cut() {
          await gate.shut()
          await cutConnections(opened.url)
        },
        stop: opened.close,
      }
    },
    async disturb({ machinery, promises, dice }, goesOn) {
      if (!home) throw new Error('the scene has no database')
      const played = new Map<string, number>()
      for (let round = 1; round === 1 || goesOn(); round += 1) {
        const point = `before-${round}`
        await pause(dice.whole(15_000, 30_000))
        const before = { booked: new Set(promises.booked.keys()), paid: new Set(promises.paid) }
        await gate.pass(() => home?.mark(point) ?? Promise.resolve())
        await pause(dice.whole(8000, 25_000))
        while (promises.booked.size === before.booked.size) await pause(200)

        for (const name of ['server', 'worker'] as const) await machinery.kill(name)
        await gate.shut()
        await home.stop()
        // Answers that came before the end are noted by now.
        await pause(500)
        const lost = forgetGap(promises, before)
        await home.restoreTo(point)
        const said = await afterRestore(machinery)
        console.log(`Restored to ${point}: ${lost} bookings of the gap. ${said}`)
        await machinery.startAll()
        count(played, 'restored')
      }
      return played
    },
  }
}

type Home = Awaited<ReturnType<typeof openHome>>

/** A database that archives its log, and what is restored from its backup in its place. */
async function openHome() {
  const clusters = await openClusters()
  let current = await clusters.primary()
  const { url } = current
  const port = Number(new URL(url).port)
  return {
    url,
    /** Makes a restore point, and resolves when it is in the archive. */
    async mark(point: string): Promise<void> {
      const sql = openSql(url, 1)
      await sql`select pg_create_restore_point(${point})`
      const [{ segment } = { segment: '' }] = await sql<{ segment: string }[]>`
        select pg_walfile_name(pg_current_wal_lsn()) as segment`
      await sql`select pg_switch_wal()`
      while (!(await isArchived(sql, segment))) await pause(50)
      await sql.end()
    },
    stop: () => current.stop(),
    async restoreTo(point: string): Promise<void> {
      current = await clusters.restored(point, point, port)
    },
    close: () => clusters.close(),
  }
}

/** The names of segments sort by timeline and position; a file about a timeline is none. */
async function isArchived(sql: Sql, segment: string): Promise<boolean> {
  const [row] = await sql<{ last: string | null }[]>`select last_archived_wal as last from pg_stat_archiver`
  const last = /^[\dA-F]{24}/.exec(row?.last ?? '')?.[0]
  return last !== undefined && last >= segment
}

/** Takes back the promises that were made since; returns how many bookings these are. */
export function forgetGap(
  promises: Pick<Promises, 'booked' | 'paid'>,
  before: { readonly booked: ReadonlySet<string>; readonly paid: ReadonlySet<string> },
): number {
  const since = [...promises.booked.keys()].filter((reference) => !before.booked.has(reference))
  for (const reference of since) promises.booked.delete(reference)
  for (const reference of [...promises.paid]) if (!before.paid.has(reference)) promises.paid.delete(reference)
  return since.length
}

/** Runs the command as an operator does, again if Paystack did not answer. */
async function afterRestore(machinery: Machinery): Promise<string> {
  const lines: string[] = []
  const screen = {
    print: (line: string) => void lines.push(line),
    complain: (line: string) => void lines.push(line),
  }
  for (let tries = 0; tries < 5; tries += 1)
    if ((await runCommandLine(commands, ['after-restore'], machinery.settings, screen)) === 0)
      return lines.find((line) => line.startsWith('Paystack has')) ?? ''
  throw new Error(`after-restore failed:\n${lines.join('\n')}`)
}
