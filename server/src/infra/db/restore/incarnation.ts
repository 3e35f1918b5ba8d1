import { sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import { ConfigError } from '../../config/config.ts'
import type { Cluster, Incarnation } from './judge.ts'

const inRecovery =
  "The database is in recovery and takes no changes. After a restore, let it go on (select pg_wal_replay_resume(), or recovery_target_action = 'promote' in its settings). If it is a replica, give the address of the main database."

/** The newest incarnation; the first one is made if there is none yet, as in a new database. */
export async function readIncarnation(db: Db, cluster: Cluster): Promise<Incarnation> {
  const found = await findIncarnation(db)
  if (found) return found
  const { systemIdentifier, timeline, recoveryTarget, now } = cluster
  await db
    .insertInto('database_incarnation')
    .values({
      ...{ number: 1, began_at: now, heartbeat_at: now, timeline },
      ...{ system_identifier: systemIdentifier, recovery_target: recoveryTarget },
    })
    // Another process may have made it in the same moment.
    .onConflict((conflict) => conflict.column('number').doNothing())
    .execute()
  return (await findIncarnation(db)) ?? noneFound()
}

function noneFound(): never {
  throw new Error('there is no row in database_incarnation')
}

async function findIncarnation(db: Db): Promise<Incarnation | undefined> {
  const rows = await db.selectFrom('database_incarnation').selectAll().orderBy('number').execute()
  const newest = rows.at(-1)
  return (
    newest && {
      id: newest.id,
      install: rows[0]?.id ?? newest.id,
      earlier: rows.slice(0, -1).map(({ id }) => id),
      heartbeatAt: newest.heartbeat_at,
      systemIdentifier: newest.system_identifier,
      timeline: newest.timeline,
      recoveryTarget: newest.recovery_target,
    }
  )
}

/** PostgreSQL's codes if the login may not call these functions, or the server has none of them. */
const notAvailable = ['42501', '42883', '0A000']

/**
 * Asks the server in which cluster and on which timeline it is. Both are null if it does not say, as some managed servers.
 * Throws if it does not answer, and ConfigError if it is in recovery: a replica, or a restore that waits at its target.
 */
export async function readCluster(db: Db): Promise<Cluster> {
  const { rows } = await sql<{ recovering: boolean; now: Date; target: string }>`
    select pg_is_in_recovery() as recovering, date_trunc('milliseconds', clock_timestamp()) as now, coalesce((
      select string_agg(concat_ws(' ', nullif(replace(name, 'recovery_target_', ''), 'recovery_target'), setting), ', '
        order by name) from pg_settings
      where name in ('recovery_target', 'recovery_target_time', 'recovery_target_lsn', 'recovery_target_name',
        'recovery_target_xid') and setting <> ''), '') as target`.execute(db)
  const [{ recovering, now, target: recoveryTarget } = { recovering: false, now: new Date(), target: '' }] =
    rows
  if (recovering) throw new ConfigError([inRecovery])
  return { ...(await identify(db)), recoveryTarget, now }
}

async function identify(db: Db): Promise<Pick<Cluster, 'systemIdentifier' | 'timeline'>> {
  try {
    const { rows } = await sql<{ system: string; segment: string }>`
      select system_identifier::text as system, pg_walfile_name(pg_current_wal_lsn()) as segment
      from pg_control_system()`.execute(db)
    const [{ system, segment } = { system: null, segment: '' }] = rows
    const timeline = Number.parseInt(segment.slice(0, 8), 16)
    return { systemIdentifier: system, timeline: Number.isNaN(timeline) ? null : timeline }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!notAvailable.includes(code)) throw error
    return { systemIdentifier: null, timeline: null }
  }
}

/**
 * Records that a process has seen the database in this cluster, and returns the time. Returns null, and changes nothing, if
 * the incarnation is no longer as it was read.
 */
export async function beat(db: Db, read: Incarnation, cluster: Cluster): Promise<Date | null> {
  const { rows } = await sql<{ seen: Date }>`
    update database_incarnation set
      heartbeat_at = greatest(heartbeat_at, date_trunc('milliseconds', clock_timestamp())),
      system_identifier = coalesce(${cluster.systemIdentifier}, system_identifier),
      timeline = coalesce(${cluster.timeline}::integer, timeline),
      -- A target stays known when another server takes over: the first one may come back with it.
      recovery_target = case
        when ${cluster.recoveryTarget} <> '' and ${cluster.timeline}::integer is distinct from timeline
          then ${cluster.recoveryTarget}
        else recovery_target end
    where id = ${read.id} and heartbeat_at >= ${read.heartbeatAt}
      and system_identifier is not distinct from ${read.systemIdentifier}::text
      and timeline is not distinct from ${read.timeline}::integer
      and not exists (select from database_incarnation newer where newer.number > database_incarnation.number)
    returning heartbeat_at as seen`.execute(db)
  return rows[0]?.seen ?? null
}

/** The gap before an incarnation: what happened after `from` is lost. */
export type Gap = { readonly from: Date; readonly to: Date }

/** An incarnation that began with a restore. */
export type Restore = { readonly id: string; readonly gap: Gap; readonly comparedAt: Date | null }

/** The restore with which the newest incarnation began; null if it is the first. */
export async function newestRestore(db: Db): Promise<Restore | null> {
  const row = await db
    .selectFrom('database_incarnation')
    .select(['id', 'restored_to', 'in_use_until', 'compared_at'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row?.restored_to || !row.in_use_until) return null
  return { id: row.id, gap: { from: row.restored_to, to: row.in_use_until }, comparedAt: row.compared_at }
}

/** When the first process of this install started. */
export async function installedAt(db: Db): Promise<Date> {
  const first = await db
    .selectFrom('database_incarnation')
    .select('began_at')
    .orderBy('number')
    .limit(1)
    .executeTakeFirstOrThrow()
  return first.began_at
}

/**
 * Begins a new incarnation after a restore; processes that still run follow. Returns null, and changes nothing, if `before` is
 * no longer the newest one.
 */
export async function beginIncarnation(
  tx: Tx,
  before: Incarnation,
  cluster: Cluster,
  gap: Gap,
): Promise<string | null> {
  const { systemIdentifier, timeline, recoveryTarget, now } = cluster
  const made = await tx
    .insertInto('database_incarnation')
    .values({
      number: before.earlier.length + 2,
      ...{ began_at: now, heartbeat_at: now, restored_to: gap.from, in_use_until: gap.to },
      ...{ system_identifier: systemIdentifier, timeline, recovery_target: recoveryTarget },
    })
    .onConflict((conflict) => conflict.column('number').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? null
}

/** Records that the gap before an incarnation was compared with Paystack. */
export async function recordCompared(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('database_incarnation').set({ compared_at: at }).where('id', '=', id).execute()
}
