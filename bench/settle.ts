import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeDataFolder } from '../scripts/data-folder.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { systemClock } from '../server/src/infra/clock.ts'
import { migrate } from '../server/src/infra/db/migrate.ts'
import { openPool } from '../server/src/infra/db/pool.ts'
import { prepareQueue } from '../server/src/infra/queue/workers.ts'
import { openHasher } from '../server/src/modules/accounts/index.ts'
import type { Tables } from '../server/src/tables.ts'
import { bringOnCast } from '../server/test/cast.ts'
import { ourSettle } from './bare/settles.ts'
import { bareSettle, placeUnpaid, type Unpaid } from './settle-repository.ts'

/**
 * Settling with a local Paystack answer, compared with a bare transaction that writes the same rows: orders per second of
 * each, in turns, in one run. `node bench/settle.ts [orders a round]`. Exits with 1 if it reaches less than half of the
 * bare transaction.
 */
const perRound = Number(process.argv[2] ?? 400)
const rounds = 5
const atOnce = 16

const path = mkdtempSync(join(tmpdir(), 'labalaba-bench-'))
const folder = takeDataFolder(path)
const postgres = await startPostgres({ folder })
const pool = openPool<Tables>(postgres.url, atOnce)
try {
  await migrate(postgres.url)
  await prepareQueue(postgres.url)
  await bringOnCast(pool.db, systemClock, openHasher())
  const ours: number[] = []
  const bare: number[] = []
  const settle = ourSettle(pool.db)
  for (let round = 0; round <= rounds; round++) {
    const settled = await rate(await placeUnpaid(pool.connections, perRound), ({ reference }) =>
      settle(reference),
    )
    const written = await rate(await placeUnpaid(pool.connections, perRound), (order) =>
      bareSettle(pool.connections, order),
    )
    // The first round warms up both.
    if (round === 0) continue
    ours.push(settled)
    bare.push(written)
  }
  const ratio = middle(ours) / middle(bare)
  console.log(`settle            ${middle(ours).toFixed(0).padStart(6)} a second (${spread(ours)})`)
  console.log(`bare transaction  ${middle(bare).toFixed(0).padStart(6)} a second (${spread(bare)})`)
  console.log(
    `ratio             ${ratio.toFixed(2).padStart(6)}, at ${atOnce} at once; at least 0.50 is wanted`,
  )
  process.exitCode = ratio < 0.5 ? 1 : 0
} finally {
  await pool.close()
  await postgres.stop()
  folder.release()
  rmSync(path, { recursive: true, force: true })
}

async function rate(orders: readonly Unpaid[], act: (order: Unpaid) => Promise<unknown>): Promise<number> {
  const waiting = [...orders]
  const began = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let order = waiting.pop(); order; order = waiting.pop()) await act(order)
    }),
  )
  return orders.length / ((performance.now() - began) / 1000)
}

function middle(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN
}

function spread(all: readonly number[]): string {
  return `${Math.min(...all).toFixed(0)} to ${Math.max(...all).toFixed(0)}`
}
