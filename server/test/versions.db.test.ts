import { addBooking, readOrder } from '@labalaba/contract'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../scripts/ports.ts'
import { buildApp } from '../src/app.ts'
import { systemClock } from '../src/infra/clock.ts'
import { OtherLayout } from '../src/infra/db/layout.ts'
import { migrate } from '../src/infra/db/migrate.ts'
import { listMigrations, type Migration } from '../src/infra/db/migrations.ts'
import { prepareDatabase } from '../src/infra/db/prepare-database.ts'
import { main } from '../src/main.ts'
import { ada } from './cast.ts'
import { cloneDatabase } from './database.ts'
import { levelAfter, madeUpMigration } from './made-up-migration.ts'
import { bookingForm, buildWorld, callerOf } from './world.ts'

const world = await buildWorld()
const bare = await cloneDatabase()

/** The version of these sources, and two later ones: one adds a column, the next takes it away. */
const old = listMigrations()
const expand = madeUpMigration(
  1,
  `-- phase: expand
alter table lab_order add column made_up text not null default 'unknown';`,
)
const contract = madeUpMigration(
  2,
  `-- phase: contract
-- works with versions from: ${levelAfter(1)}
alter table lab_order drop column made_up;`,
)
const newer = [...old, expand]
const newest = [...newer, contract]

/** Makes the checks of a start, with the owner's login and with that of the site. */
async function checkStart(migrations: readonly Migration[]): Promise<boolean> {
  const [owner, site] = [world.url, world.applicationUrl]
  await prepareDatabase({ databaseUrl: site, databaseOwnerUrl: null }, migrations)
  return (await prepareDatabase({ databaseUrl: site, databaseOwnerUrl: owner }, migrations)).isNewer
}

/**
 * Asks again after a 503, as browsers do: a transaction whose prepared statement became stale by the migration is answered so
 * once.
 */
async function untilServed<T extends { readonly httpStatus: number }>(ask: () => Promise<T>): Promise<T> {
  for (let left = 5; left > 0; left -= 1) {
    const reply = await ask()
    if (reply.httpStatus !== 503) return reply
  }
  return await ask()
}

/** Serves a version that has started before, on the same database as the others. */
async function serveVersion(migrations: readonly Migration[]) {
  const app = await buildApp({ ...world.parts, migrations })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const asAda = callerOf(address, `Bearer ${await world.tokenOf(ada)}`)
  return {
    asAda,
    async status(): Promise<string> {
      const reply = await fetch(`${address}/readyz`)
      const { status }: { status?: string } = JSON.parse(await reply.text())
      return `${reply.status} ${status}`
    },
    /** Books, and reads the order again. */
    async books(): Promise<string> {
      const form = bookingForm()
      const { data: booked } = await untilServed(() => asAda(addBooking, { body: form }))
      const order = booked.orderReference
      const { data } = await untilServed(() => asAda(readOrder, { params: { reference: order } }))
      return data.reference === order ? order : ''
    },
  }
}

const isOrder = expect.stringMatching(/^LB-/)

test('two versions serve one database side by side, and going back works until a migration takes something away', {
  timeout: 120_000,
}, async () => {
  const before = await serveVersion(old)
  const after = await serveVersion(newer)
  expect([await before.status(), await after.status()]).toEqual(['200 ready', '503 not migrated'])
  await expect(checkStart(newer)).rejects.toThrow('npm run labalaba -- migrate')

  // The upgrade: migrate, start the newer version, and let both serve.
  await migrate(world.url, { migrations: newer })
  expect(await checkStart(newer)).toBe(false)
  expect([await before.status(), await after.status()]).toEqual(['200 ready', '200 ready'])
  const orders = [await before.books(), await after.books()]
  expect(orders).toEqual([isOrder, isOrder])
  for (const { asAda } of [before, after])
    for (const reference of orders)
      expect(await untilServed(() => asAda(readOrder, { params: { reference } }))).toMatchObject({
        httpStatus: 200,
      })

  // Back again: the older version starts on the newer tables, and books.
  expect(await checkStart(old)).toBe(true)
  const back = await serveVersion(old)
  expect([await back.status(), await back.books()]).toEqual(['200 ready', isOrder])

  // Its statements are prepared now, so that the next migration makes them stale.
  for (const _ of [1, 2, 3]) expect(await after.books()).toEqual(isOrder)
  // The version after that takes the column away. The newer version can run on, the old one cannot.
  await migrate(world.url, { migrations: newest })
  expect(await checkStart(newest)).toBe(false)
  expect(await checkStart(newer)).toBe(true)
  await expect(checkStart(old)).rejects.toThrow(OtherLayout)
  await expect(checkStart(old)).rejects.toThrow(
    `(${contract.name} works only with versions that have migration ${levelAfter(1)})`,
  )
  const last = await serveVersion(newest)
  expect(await Promise.all([back, after, last].map(({ status }) => status()))).toEqual([
    '503 database of another version',
    '200 ready',
    '200 ready',
  ])
  expect([await after.books(), await last.books()]).toEqual([isOrder, isOrder])
})

/** Starts the whole program as a real install, ends it again, and says which reference data it found or loaded. */
async function startAndEnd(migrations: readonly Migration[]): Promise<string> {
  const env = { DATABASE_URL: bare.url, DEMO: 'off', ROLE: 'web', LOG_LEVEL: 'silent', DATABASE_POOL: '3' }
  const running = await main(
    { ...env, PORT: String(await freePort()), METRICS_TOKEN: '7d1f0c9a5e3b8264af90c1d7e8b35f62' },
    false,
    systemClock,
    migrations,
  )
  await running.close()
  const [row] = await bare.sql<{ hash: string }[]>`select hash from loaded_set where name = 'reference'`
  return row?.hash ?? ''
}

test('an older version that starts on newer tables does not replace the reference data', {
  timeout: 120_000,
}, async () => {
  const own = await startAndEnd(old)
  await migrate(bare.url, { migrations: newer })
  await bare.sql`update loaded_set set hash = 'of the newer version' where name = 'reference'`
  expect(await startAndEnd(old)).toBe('of the newer version')
  expect(await startAndEnd(newer)).toBe(own)
})
