import type { ClientBase } from 'pg'
import { openConnections } from '../connections.ts'
import { type Granted, readMends, readRelations, readRoles } from './catalogue-repository.ts'
import { rightsOf } from './rights.ts'
import { type DatabaseRole, databaseRoles, rolesSql } from './roles.ts'

/** The advisory lock held while rights are granted, so that concurrent runs do not conflict. */
const lockKey = 7_261_885

/**
 * Grants the existing roles their rights in this database, and revokes what they should not have. Run as the owner of the
 * tables, after migrating; safe to repeat and to run concurrently. If nothing differs, it only reads the catalogue. If
 * `begins` is false, a database where the roles have no right yet stays so: they may belong to another install in the
 * cluster.
 */
export async function grantRights(ownerUrl: string, begins: boolean): Promise<void> {
  await asOwner(ownerUrl, async (client) => {
    const roles = await readRoles(client)
    if (roles.length === 0) return
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    const relations = await readRelations(client)
    if (!begins && relations.every(({ granted }) => granted.length === 0)) return
    const statements = [
      ...(await readMends(client, roles)),
      ...relations.flatMap((relation) => roles.flatMap((role) => statementsFor(role, relation))),
    ]
    if (statements.length > 0) await client.query(statements.join(';\n'))
    await client.query('commit')
  })
}

/** Creates the missing roles; safe to repeat, and to run concurrently in several databases. Requires CREATEROLE. */
export async function createRoles(ownerUrl: string): Promise<void> {
  await asOwner(ownerUrl, async (client) => {
    await client.query(rolesSql)
  })
}

async function asOwner(ownerUrl: string, act: (client: ClientBase) => Promise<void>): Promise<void> {
  const connections = openConnections(ownerUrl, { connections: 1, patience: 'migration' })
  try {
    const client = await connections.connect()
    // Closes the connection, so that a failed transaction is rolled back.
    await act(client).finally(() => client.release(true))
  } finally {
    await connections.end()
  }
}

function statementsFor(role: DatabaseRole, relation: Granted): string[] {
  const table = `${relation.schema}.${relation.name}`
  const wanted = rightsOf(role, relation)
  const granted = relation.granted
    .filter((one) => one.startsWith(`${role} `))
    .map((one) => one.slice(role.length + 1))
  const isRight = granted.length === wanted.length && wanted.every((one) => granted.includes(one))
  const needsPolicy =
    relation.policies !== null &&
    databaseRoles[role] === 'login' &&
    wanted.length > 0 &&
    !relation.policies.includes(role)
  return [
    ...(isRight ? [] : [`revoke all on ${table} from ${role}`]),
    ...(isRight || wanted.length === 0 ? [] : [`grant ${wanted.join(', ')} on ${table} to ${role}`]),
    ...(needsPolicy ? [`create policy ${role} on ${table} to ${role} using (true) with check (true)`] : []),
  ]
}
