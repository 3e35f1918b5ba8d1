import type { ClientBase } from 'pg'
import { openConnections } from '../connections.ts'
import { type DatabaseRole, databaseRoles, type Relation, rightsOf, roleNames, rolesSql } from './rights.ts'

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

/** A table or a view with the current rights of our roles, as `role RIGHT` or `role RIGHT (column)`. */
type Granted = Relation & {
  readonly granted: readonly string[]
  /** The row-level security policies, named by role; a role without one sees no rows. Null if row-level security is off. */
  readonly policies: readonly string[] | null
}

/** Those of our roles that exist in the cluster. */
async function readRoles(client: ClientBase): Promise<DatabaseRole[]> {
  const { rows } = await client.query<{ name: string }>(
    'select rolname as name from pg_roles where rolname = any($1)',
    [roleNames],
  )
  return roleNames.filter((role) => rows.some(({ name }) => name === role))
}

/** Every table and view of the product and of its queue that this login owns; none of an extension. */
async function readRelations(client: ClientBase): Promise<Granted[]> {
  const { rows } = await client.query<Granted>(
    `select n.nspname as schema, c.relname as name, c.relkind in ('v', 'm') as "isView", c.relispartition as "isPartition",
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
        order by attnum) as columns,
      ${forbids(16)} as "forbidsUpdate", ${forbids(8)} as "forbidsDelete",
      array(
        select r.rolname || ' ' || a.privilege_type || case when a.is_grantable then ' with grant option' else '' end
          from aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee where r.rolname = any($1)
        union all
        select r.rolname || ' ' || a.privilege_type || ' (' || col.attname || ')'
          from pg_attribute col cross join aclexplode(col.attacl) a join pg_roles r on r.oid = a.grantee
          where col.attrelid = c.oid and r.rolname = any($1)) as granted,
      case when c.relrowsecurity then array(select polname::text from pg_policy where polrelid = c.oid) end as policies
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p', 'v', 'm')
      and pg_has_role(c.relowner, 'USAGE')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
    order by 1, 2`,
    [roleNames],
  )
  return rows
}

/**
 * SQL that tells whether a trigger forbids a change of every row: 16 is an update, 8 is a deletion (`pg_trigger.tgtype`).
 */
function forbids(change: 8 | 16): string {
  return `exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = to_regproc('public.forbid_change')
    and t.tgtype & 1 = 1 and t.tgtype & ${change} > 0 and t.tgqual is null and t.tgattr = '')`
}

/** The statements that correct the rights of our roles other than those on tables. */
async function readMends(client: ClientBase, roles: readonly DatabaseRole[]): Promise<string[]> {
  const { rows } = await client.query<{ mend: string }>(
    `with role as (select unnest($1::text[]) as name), program as (select name from role where name = any($2::text[]))
    select distinct mend from (
      select format('grant connect on database %I to %I', current_database(), name) as mend from role
        where not has_database_privilege(name, current_database(), 'CONNECT')
      union all select format('grant usage on schema public to %I', name) from role
        where not has_schema_privilege(name, 'public', 'USAGE')
      union all select format('grant usage on schema graphile_worker to %I', name) from program
        where not has_schema_privilege(name, 'graphile_worker', 'USAGE')
      -- A temporary table of the same name would stand before one of ours.
      union all select format('revoke temporary on database %I from public', current_database()) from role
        where has_database_privilege(name, current_database(), 'TEMPORARY')
      union all select 'grant execute on function public.make_partitions() to labalaba_worker' from role
        where name = 'labalaba_worker' and not has_function_privilege(name, to_regprocedure('public.make_partitions()'), 'EXECUTE')
      union all select 'revoke create on schema public from public' from role
        where has_schema_privilege(name, 'public', 'CREATE')) as mends`,
    [roles, ['labalaba_application', 'labalaba_worker']],
  )
  return rows.map(({ mend }) => mend)
}

/** Whether this login can alter history: it may change a history table, or owns one and could disable its triggers. */
export async function mayAlterHistory(client: Pick<ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `select coalesce(bool_or(pg_has_role(c.relowner, 'MEMBER') or has_table_privilege(c.oid, 'TRUNCATE')
        or t.tgtype & 16 > 0 and has_table_privilege(c.oid, 'UPDATE')
        or t.tgtype & 8 > 0 and has_table_privilege(c.oid, 'DELETE')), false) as may
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where t.tgfoid = to_regproc('public.forbid_change') and t.tgtype & 1 = 1`,
  )
  return rows[0]?.may === true
}
