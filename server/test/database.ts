import { createHash, randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, inject } from 'vitest'
import type { Db } from '../src/db.ts'
import { listMigrations } from '../src/infra/db/migrations.ts'
import { openPool, type Pool } from '../src/infra/db/pool.ts'
import { prepareDatabase } from '../src/infra/db/prepare-database.ts'
import type { Tables } from '../src/tables.ts'
import { openSql, type Sql } from './sql.ts'

export type TestDatabase = {
  readonly db: Db
  readonly connections: Pool<Tables>['connections']
  readonly sql: Sql
  /** The owner's login; those of the site and of the worker. */
  readonly url: string
  readonly applicationUrl: string
  readonly workerUrl: string
}

const templateLock = 5_530_117

/**
 * Longer than the site waits: on a busy machine thirty concurrent requests take more than its two seconds for
 * a lock.
 */
export const patience = '?statement_timeout=18000&lock_timeout=15000'

let begun = false
beforeAll(() => {
  begun = true
})

/**
 * A fresh copy of the migrated database for one test file, dropped when the file ends. For the top level of
 * the file: Vitest accepts an `afterAll` within a hook or a test as well, and never calls it.
 */
export async function cloneDatabase(connections = 20): Promise<TestDatabase> {
  if (begun) throw new Error('set up at the top level of the test file: within a hook it is never taken down')
  const serverUrl = inject('postgresUrl')
  const template = await prepareTemplate(serverUrl)
  const name = `test_${randomBytes(8).toString('hex')}`
  await asAdministrator(serverUrl, (sql) => sql.unsafe(`create database ${name} template ${template}`))
  const url = databaseUrl(serverUrl, name)
  const pool = openPool<Tables>(`${url}${patience}`, connections)
  const sql = openSql(url, connections)
  afterAll(async () => {
    await Promise.all([pool.close(), sql.end({ timeout: 5 })])
    await asAdministrator(serverUrl, (sql) => sql.unsafe(`drop database if exists ${name} with (force)`))
  })
  return {
    db: pool.db,
    connections: pool.connections,
    sql,
    url,
    applicationUrl: databaseUrl(inject('applicationUrl'), name),
    workerUrl: databaseUrl(inject('workerUrl'), name),
  }
}

/** The template has this version’s tables and the job queue’s; made by the first test file that needs it. */
async function prepareTemplate(serverUrl: string): Promise<string> {
  const version = createHash('sha256')
    .update(
      listMigrations()
        .map((migration) => migration.hash)
        .join(),
    )
    .digest('hex')
  const template = `template_${version.slice(0, 16)}`
  await asAdministrator(serverUrl, async (sql) => {
    await sql`select pg_advisory_lock(${templateLock})`
    const made = await sql`select 1 from pg_database where datname = ${template}`
    if (made.length > 0) return
    const draft = `${template}_draft`
    await sql.unsafe(`drop database if exists ${draft} with (force)`)
    await sql.unsafe(`create database ${draft}`)
    const draftUrl = databaseUrl(serverUrl, draft)
    await prepareDatabase({ databaseUrl: draftUrl, databaseOwnerUrl: draftUrl })
    await sql.unsafe(`alter database ${draft} rename to ${template}`)
  })
  return template
}

async function asAdministrator<T>(serverUrl: string, act: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = postgres(serverUrl, { max: 1, onnotice() {} })
  try {
    return await act(sql)
  } finally {
    await sql.end()
  }
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
