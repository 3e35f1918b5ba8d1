import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LagosDate, lagosDate } from '@labalaba/contract'
import { loadReference } from '../../reference/load.ts'
import { takeDataFolder } from '../../scripts/data-folder.ts'
import { type Postgres, startPostgres } from '../../scripts/postgres.ts'
import { root } from '../../scripts/runtime.ts'
import { migrate } from '../../server/src/infra/db/migrate.ts'
import { openPool } from '../../server/src/infra/db/pool.ts'
import { prepareQueue } from '../../server/src/infra/queue/workers.ts'
import { recountMarkets } from '../../server/src/modules/catalogue/index.ts'
import type { Tables } from '../../server/src/tables.ts'
import { loadScale, scaleVersion } from './load.ts'
import { type SizeName, sizes } from './sizes.ts'

/** A running PostgreSQL on the stored data of a size. */
export type Scale = {
  readonly name: SizeName
  readonly url: string
  readonly path: string
  close(): Promise<void>
}

type Manifest = {
  readonly size: unknown
  readonly seed: number
  readonly version: number
  readonly today: LagosDate
}

const connections = 150

/**
 * Opens the data folder of a size, `data/scale-30k` and so on, filled the first time and reused later. `npm start` runs on
 * it too, with DEMO=off.
 */
export async function openScale(name: SizeName, seed: number, base = join(root, 'data')): Promise<Scale> {
  const path = join(base, `scale-${name}`)
  const wanted = { size: sizes[name], seed, version: scaleVersion }
  if (!isKept(path, wanted)) await fillFolder(path, wanted, name)
  const { postgres, release } = await startIn(path, false)
  await migrate(postgres.url)
  await prepareQueue(postgres.url)
  await countTests(postgres.url)
  return {
    name,
    url: postgres.url,
    path,
    async close() {
      await postgres.stop()
      release()
    },
  }
}

/** Counts the market summaries, because no worker runs here. */
async function countTests(databaseUrl: string): Promise<void> {
  const pool = openPool<Tables>(databaseUrl, 1)
  try {
    await recountMarkets(pool.db, lagosDate(new Date()))
  } finally {
    await pool.close()
  }
}

type Wanted = Omit<Manifest, 'today'> & { readonly size: (typeof sizes)[SizeName] }

async function fillFolder(path: string, wanted: Wanted, name: SizeName): Promise<void> {
  rmSync(path, { recursive: true, force: true })
  const began = performance.now()
  const tell = (what: string) =>
    console.log(`${name}: ${what} (${((performance.now() - began) / 1000).toFixed(0)} s)`)
  const today = lagosDate(new Date())
  const { postgres, release } = await startIn(path, true)
  try {
    await migrate(postgres.url)
    await prepareQueue(postgres.url)
    const pool = openPool<Tables>(postgres.url, 2)
    await loadReference(pool.db)
    await pool.close()
    await loadScale(postgres.url, { ...wanted, today }, tell)
  } finally {
    await postgres.stop()
    release()
  }
  writeFileSync(manifestOf(path), JSON.stringify({ ...wanted, today }))
  tell('filled')
}

async function startIn(path: string, throwaway: boolean): Promise<{ postgres: Postgres; release(): void }> {
  const folder = takeDataFolder(path)
  try {
    return {
      postgres: await startPostgres({ folder, maxConnections: connections, throwaway }),
      release: () => folder.release(),
    }
  } catch (error) {
    folder.release()
    throw error
  }
}

function manifestOf(path: string): string {
  return join(path, 'scale.json')
}

/** Whether exactly this data is in the folder already. An interrupted filling has left no manifest. */
function isKept(path: string, { size, seed, version }: Wanted): boolean {
  if (!existsSync(manifestOf(path))) return false
  const kept: Manifest = JSON.parse(readFileSync(manifestOf(path), 'utf8'))
  return JSON.stringify([kept.size, kept.seed, kept.version]) === JSON.stringify([size, seed, version])
}
