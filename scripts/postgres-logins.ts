import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openConnections } from '../server/src/infra/db/connections.ts'
import { rolesSql } from '../server/src/infra/db/roles/rights.ts'

/** The database URL for each login: the owner's, the site's and the worker's. */
export type Logins = { readonly owner: string; readonly application: string; readonly worker: string }

/**
 * Ensures that our own PostgreSQL has its roles, with the passwords from the data folder. Creates missing ones, as in a
 * folder of an earlier version. Safe to repeat.
 */
export async function openLogins(owner: string, dataDir: string): Promise<Logins> {
  const application = passwordOf(dataDir, 'application')
  const worker = passwordOf(dataDir, 'worker')
  const connections = openConnections(owner, { connections: 1, patience: 'migration' })
  try {
    await connections.query(
      `${rolesSql} ${rightsOf('labalaba_application', application)} ${rightsOf('labalaba_worker', worker)}`,
    )
  } finally {
    await connections.end()
  }
  return {
    owner,
    application: asLogin(owner, 'labalaba_application', application),
    worker: asLogin(owner, 'labalaba_worker', worker),
  }
}

/** The password of a login, from its file; generated the first time. */
function passwordOf(dataDir: string, login: 'application' | 'worker'): string {
  const file = join(dataDir, `postgres.${login}.password`)
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

/** The password has only base64url characters, so it needs no escaping. */
function rightsOf(role: string, password: string): string {
  return `alter role ${role} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}';`
}

function asLogin(owner: string, role: string, password: string): string {
  const url = new URL(owner)
  url.username = role
  url.password = password
  return url.href
}
