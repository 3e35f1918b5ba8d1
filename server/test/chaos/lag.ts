import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { listOrders } from '@labalaba/contract'
import { takeDataFolder } from '../../../scripts/data-folder.ts'
import { type Postgres, startPostgres } from '../../../scripts/postgres.ts'
import { openSql } from '../sql.ts'
import { admitReplica, copyForReplica, follow } from '../streaming-replica.ts'
import { openDatabase } from '../torture/machinery/database.ts'
import { book } from '../torture/people/booking.ts'
import type { Live, Scene } from '../torture/scene.ts'
import { playInTurn } from './faults-in-turn.ts'

/**
 * A replica for reading that falls behind, stops and comes back. A customer who has booked must see the booking in
 * their list at once, from either database.
 */
export function lag(): Scene {
  const home = mkdtempSync(join(tmpdir(), 'labalaba-lag-'))
  let replica: Replica | null = null
  return {
    async openDatabase(options) {
      const { folder } = options
      // The files exist after a first start; the replica begins with a copy of them.
      await (await startPostgres({ folder })).stop()
      admitReplica(folder.path)
      copyForReplica(folder.path, home)
      const database = await openDatabase(options)
      follow(home, database.url)
      const opened = await openReplica(home)
      replica = opened
      return {
        ...database,
        settings: { server: { DATABASE_READ_URL: opened.url } },
        async stop() {
          await opened.close()
          await database.stop()
          rmSync(home, { recursive: true, force: true })
        },
      }
    },
    async disturb(live, goesOn) {
      if (!replica) throw new Error('the scene has no replica')
      const { ask, stop, start } = replica
      const { dice, long } = live
      const aWhile = () => pause(dice.whole(1000, long))
      let reads = true
      const reading = readOwnBookings(live, () => reads)
      const played = await playInTurn(
        live,
        {
          'replay paused': async () => {
            await ask('select pg_wal_replay_pause()')
            await aWhile()
            await ask('select pg_wal_replay_resume()')
          },
          'replay delayed': async () => {
            await ask(`alter system set recovery_min_apply_delay = '${dice.whole(300, 4000)}ms'`)
            await ask('select pg_reload_conf()')
            await aWhile()
            await ask('alter system reset recovery_min_apply_delay')
            await ask('select pg_reload_conf()')
          },
          'replica away': async () => {
            await stop()
            await aWhile()
            await start()
          },
        },
        goesOn,
      )
      reads = false
      await reading
      return played
    },
  }
}

type Replica = Awaited<ReturnType<typeof openReplica>>

async function openReplica(path: string) {
  const folder = takeDataFolder(path)
  let running: Postgres = await startPostgres({ folder })
  const { url, port } = running
  return {
    url,
    async ask(statement: string): Promise<void> {
      const sql = openSql(url, 1)
      try {
        await sql.unsafe(statement)
      } finally {
        await sql.end({ timeout: 1 })
      }
    },
    stop: () => running.stop(),
    async start(): Promise<void> {
      running = await startPostgres({ folder, port })
    },
    async close(): Promise<void> {
      await running.stop()
      folder.release()
    },
  }
}

/** Books, and reads the list of own orders after each booking: each of them must be there. */
async function readOwnBookings({ extra, trade, promises, dice }: Live, goesOn: () => boolean): Promise<void> {
  const orders: string[] = []
  while (goesOn()) {
    if (dice.happens(0.5)) await book(extra, orders, trade)
    const wanted = orders.at(-1)
    const list = await extra.ask('read own list', listOrders, { query: { limit: '20' } })
    if (list && wanted && !list.some(({ reference }) => reference === wanted))
      promises.wrong.push(`${wanted} was booked, and the list read after it does not have it`)
    await pause(dice.whole(50, 500))
  }
}
