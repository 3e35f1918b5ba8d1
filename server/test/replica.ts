import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { takeDataFolder } from '../../scripts/data-folder.ts'
import { type Postgres, startPostgres } from '../../scripts/postgres.ts'
import { prepareDatabase } from '../src/infra/db/prepare-database.ts'
import { admitReplica, copyForReplica, follow } from './streaming-replica.ts'

/**
 * A migrated database of its own with a streaming replica, for one test file. For the top level of the file: both end with
 * it.
 */
export async function openReplicatedDatabase() {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'labalaba-replica-')))
  const running = new Set<Postgres>()
  afterAll(async () => {
    await Promise.all([...running].map((postgres) => postgres.stop()))
    rmSync(home, { recursive: true, force: true })
  })

  /** Starts the PostgreSQL of a data folder that this file has made. */
  async function start(name: 'main' | 'replica', port?: number): Promise<Postgres> {
    mkdirSync(join(home, name), { recursive: true })
    const folder = takeDataFolder(join(home, name))
    const postgres = await startPostgres({ folder, ...(port !== undefined && { port }) })
    running.add(postgres)
    return {
      ...postgres,
      async stop() {
        running.delete(postgres)
        await postgres.stop()
        folder.release()
      },
    }
  }

  const first = await start('main')
  await prepareDatabase({ databaseUrl: first.url, databaseOwnerUrl: null })
  await first.stop()
  admitReplica(join(home, 'main'))
  copyForReplica(join(home, 'main'), join(home, 'replica'))
  const main = await start('main', first.port)
  follow(join(home, 'replica'), main.url)
  const replica = await start('replica')
  return { main, replica, startReplica: () => start('replica', replica.port) }
}
