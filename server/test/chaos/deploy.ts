import { setTimeout as pause } from 'node:timers/promises'
import { listLabs } from '@labalaba/contract'
import { migrate } from '../../src/infra/db/migrate.ts'
import { openDatabase } from '../torture/machinery/database.ts'
import type { Machinery } from '../torture/machinery/machinery.ts'
import { migrationsOf } from '../torture/machinery/versions.ts'
import { count } from '../torture/promises.ts'
import type { Live, Scene } from '../torture/scene.ts'

/** What anybody may read at any time. */
const publicReads = ['/v0/site', '/v0/openapi.json', '/healthz']

/**
 * Two web processes and a worker get the next version one after the other, and go back to this one, under load. The migration
 * is a step before. Every request must be served.
 */
export function deploy(): Scene {
  return {
    openDatabase,
    twoServers: true,
    async disturb(live, goesOn) {
      const { machinery, promises, dice } = live
      const played = new Map<string, number>()
      let rolls = true
      const watching = readAlways(live, () => rolls)
      do {
        await migrate(machinery.databaseUrl, { migrations: migrationsOf(true) })
        for (const newer of [true, false]) {
          count(played, newer ? 'deployed' : 'rolled back')
          promises.wrong.push(...(await roll(machinery, newer)))
          await pause(dice.whole(2000, 8000))
        }
      } while (goesOn())
      rolls = false
      await watching
      promises.wrong.push(...unserved(promises.refused))
      return played
    },
  }
}

/** Replaces every process of the product, one after the other. Returns what went wrong. */
async function roll(machinery: Machinery, newer: boolean): Promise<string[]> {
  const wrong: string[] = []
  for (const name of ['server', 'second server', 'worker'] as const) {
    const code = await machinery.replace(name, newer)
    if (code !== 0) wrong.push(`the ${name} ended with ${code} after SIGTERM`)
    while (name !== 'worker' && !machinery.isReady(name)) await pause(50)
  }
  return wrong
}

/** Reads lists and what is public without a break; a browser shows its user every answer that is not 200. */
async function readAlways({ machinery, promises, dice, extra }: Live, goesOn: () => boolean): Promise<void> {
  while (goesOn()) {
    const path = dice.pick(publicReads)
    const status = await statusOf(`${machinery.site}${path}`).catch(() => 'no answer')
    count(status === '200' ? promises.done : promises.refused, `page ${path}: ${status}`)
    await extra.ask('look', listLabs, { query: { limit: '5' } })
    await pause(100)
  }
}

async function statusOf(address: string): Promise<string> {
  const reply = await fetch(address)
  await reply.text()
  return String(reply.status)
}

/**
 * The requests that failed because of the deployment. A 503 is none: a transaction whose prepared statement became stale by
 * the migration is answered so once, with the time after which browsers ask again.
 */
export function unserved(refused: ReadonlyMap<string, number>): string[] {
  return [...refused]
    .filter(([what]) => /: (no answer|5(?!03)\d\d\b)/.test(what) || /^page /.test(what))
    .map(([what, times]) => `${times} requests failed during a deployment: ${what}`)
}
