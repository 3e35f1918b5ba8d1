import type { LagosDate } from '@labalaba/contract'
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { PriceChange } from '../../../tables.ts'
import type { Price } from '../import-repository.ts'
import type { ChangeLine } from './policy.ts'

/** A change with counts of what it changes. */
export type ChangeRow = Selectable<PriceChange> & {
  readonly counts: {
    readonly [K in 'tests' | 'added' | 'dearer' | 'cheaper' | 'paused' | 'resumed']: number
  }
}

/** Locks a lab's price list, so that its changes are serialized. Returns its version. */
export async function lockList(tx: Tx, labId: number): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    insert into price_list (lab_id) values (${labId})
    on conflict (lab_id) do update set version = price_list.version returning version`.execute(tx)
  return rows[0]?.version ?? 0
}

/** The current version of a lab's list, without a lock. */
export async function listVersion(db: Db, labId: number): Promise<number> {
  const row = await db
    .selectFrom('price_list')
    .select('version')
    .where('lab_id', '=', labId)
    .executeTakeFirst()
  return row?.version ?? 0
}

/**
 * Increments the version of these lists, so that changes based on an older version are refused. Locks the lists in a fixed
 * order.
 */
export async function turnLists(tx: Tx, labIds: readonly number[]): Promise<void> {
  await sql`insert into price_list (lab_id, version)
    select lab_id, 1 from unnest(${[...labIds]}::bigint[]) as lab_id order by lab_id
    on conflict (lab_id) do update set version = price_list.version + 1`.execute(tx)
}

export type NewChange = Pick<PriceChange, 'lab_id' | 'made_by'> & {
  /** The id, if the caller has chosen one. */
  readonly id?: string | undefined
  readonly source: ChangeRow['source']
  readonly percentBps?: number
  readonly department?: string | null
  readonly basedOn: number
  readonly unchanged: number
  readonly at: Date
}

/** Stores a change for preview. Returns null if its id is taken. */
export async function insertChange(
  tx: Tx,
  made: NewChange,
  lines: readonly ChangeLine[],
): Promise<string | null> {
  const row = await tx
    .insertInto('price_change')
    .values({
      ...(made.id === undefined ? {} : { id: made.id }),
      lab_id: made.lab_id,
      made_by: made.made_by,
      made_at: made.at,
      source: made.source,
      percent_bps: made.percentBps ?? null,
      department: made.department ?? null,
      based_on: made.basedOn,
      unchanged: made.unchanged,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  const { id } = row
  await sql`
    insert into price_change_line (change_id, test_id, price_kobo, active, turnaround_hours, at_home,
      old_price_kobo, old_active, old_turnaround_hours, old_at_home)
    select ${id}::uuid, "testId", "priceKobo", active, hours, "atHome", "oldPriceKobo", "oldActive", "oldHours", "oldAtHome"
    from json_to_recordset(${JSON.stringify(lines)}::text::json) as line ("testId" bigint, "priceKobo" bigint,
      active boolean, hours integer, "atHome" boolean, "oldPriceKobo" bigint, "oldActive" boolean, "oldHours" integer,
      "oldAtHome" boolean)`.execute(tx)
  return id
}

const counts = sql`(select json_build_object('tests', count(*),
    'added', count(*) filter (where old_price_kobo is null),
    'dearer', count(*) filter (where price_kobo > old_price_kobo),
    'cheaper', count(*) filter (where price_kobo < old_price_kobo),
    'paused', count(*) filter (where not active and old_active),
    'resumed', count(*) filter (where active and not old_active))
  from price_change_line where change_id = change.id) as counts`

function changes(which: RawBuilder<unknown>): RawBuilder<ChangeRow> {
  return sql<ChangeRow>`select change.*, ${counts} from price_change change where ${which}`
}

/** A change by id, if it belongs to the lab. */
export async function changeOf(db: Db, labId: number, id: string): Promise<ChangeRow | undefined> {
  const { rows } = await changes(sql`id = ${id}::uuid and lab_id = ${labId}`).execute(db)
  return rows[0]
}

const isPlannedChange = sql`confirmed_at is not null and applied_at is null and withdrawn_at is null`

/** The confirmed changes of a lab whose day has not come, the nearest first. */
export async function waitingChanges(db: Db, labId: number): Promise<ChangeRow[]> {
  const planned = sql`lab_id = ${labId} and ${isPlannedChange} order by effective_on, confirmed_at limit 50`
  return (await changes(planned).execute(db)).rows
}

/** The last changes that were applied to a lab's list. */
export async function recentChanges(db: Db, labId: number): Promise<ChangeRow[]> {
  const applied = sql`lab_id = ${labId} and applied_at is not null order by applied_at desc limit 10`
  return (await changes(applied).execute(db)).rows
}

/** The confirmed changes whose day has come, of all labs or one, in the order in which they are applied. */
export async function dueChanges(db: Db, today: LagosDate, labId: number | null) {
  const { rows } = await sql<{ id: string; labId: number }>`
    select id, lab_id as "labId" from price_change where ${isPlannedChange} and effective_on <= ${today}::date
      ${labId === null ? sql`` : sql`and lab_id = ${labId}`} order by effective_on, confirmed_at`.execute(db)
  return rows
}

/** Whether an edit of this single test is already planned for that day. */
export async function isPlanned(db: Db, labId: number, testId: number, on: LagosDate): Promise<boolean> {
  const { rows } = await sql`
    select from price_change change join price_change_line line on line.change_id = change.id
    where change.lab_id = ${labId} and source = 'edit' and effective_on = ${on}::date and line.test_id = ${testId}
      and ${isPlannedChange}`.execute(db)
  return rows.length > 0
}

export type LineRow = ChangeLine & { readonly code: string; readonly name: string }

/** One page of the lines of a change, by test name. */
export async function linesOf(
  db: Db,
  id: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<LineRow[]> {
  return await db
    .selectFrom('price_change_line as line')
    .innerJoin('test', 'test.id', 'line.test_id')
    .select([
      ...(['test.id as testId', 'test.code', 'test.name'] as const),
      ...(['line.price_kobo as priceKobo', 'line.active', 'line.turnaround_hours as hours'] as const),
      ...(['line.at_home as atHome', 'line.old_price_kobo as oldPriceKobo'] as const),
      ...(['line.old_active as oldActive', 'line.old_turnaround_hours as oldHours'] as const),
      'line.old_at_home as oldAtHome',
    ])
    .where('line.change_id', '=', id)
    .orderBy('test.name_folded')
    .limit(limit)
    .offset(offset)
    .execute()
}

type Decision = Pick<
  Updateable<PriceChange>,
  'confirmed_by' | 'confirmed_at' | 'effective_on' | 'applied_at' | 'withdrawn_by' | 'withdrawn_at'
>

/** Records that a change was confirmed, applied or withdrawn. */
export async function recordDecision(tx: Tx, id: string, decision: Decision): Promise<void> {
  await tx.updateTable('price_change').set(decision).where('id', '=', id).execute()
}

/**
 * Locks labs in a fixed order, so that concurrent changes cannot deadlock. Lock the price lists of these labs before, and
 * the counts of listed labs after.
 */
export async function lockLabs(tx: Tx, labIds: readonly number[]): Promise<void> {
  await sql`select count(*) from (select from lab where id = any(${[...labIds]}::bigint[])
    order by id for no key update) as locked`.execute(tx)
}

/** Applies the lines of a change to the lab's offers, and records the old values in the history. */
export async function applyLines(tx: Tx, change: ChangeRow, at: Date): Promise<void> {
  const line = sql`price_change_line line join lab on lab.id = ${change.lab_id}
    left join offer on offer.lab_id = lab.id and offer.test_id = line.test_id where line.change_id = ${change.id}::uuid`
  const price = sql`coalesce(line.price_kobo, offer.price_kobo)`
  const active = sql`coalesce(line.active, offer.active, true)`
  const hours = sql`coalesce(line.turnaround_hours, offer.turnaround_hours)`
  const atHome = sql`coalesce(line.at_home, offer.at_home, true)`
  await lockLabs(tx, [change.lab_id])
  await sql`
    insert into price_history (lab_id, test_id, change_id, account_id, at, old_price_kobo, price_kobo, old_active, active,
      old_turnaround_hours, turnaround_hours, old_at_home, at_home)
    select lab.id, line.test_id, line.change_id,
      (select confirmed_by from price_change where id = ${change.id}::uuid), ${at}::timestamptz,
      offer.price_kobo, ${price}, offer.active, ${active}, offer.turnaround_hours, ${hours}, offer.at_home, ${atHome}
    from ${line} order by line.test_id`.execute(tx)
  await sql`
    insert into offer (lab_id, test_id, price_kobo, active, paused, turnaround_hours, at_home, demo, updated_at)
    select lab.id, line.test_id, ${price}, ${active}, coalesce(not line.active, offer.paused, false), ${hours}, ${atHome},
      lab.demo, ${at}::timestamptz
    from ${line} order by line.test_id
    on conflict (lab_id, test_id) do update set price_kobo = excluded.price_kobo, active = excluded.active,
      paused = excluded.paused, turnaround_hours = excluded.turnaround_hours, at_home = excluded.at_home,
      updated_at = excluded.updated_at`.execute(tx)
}

/** Records the old values of offers that are changed without a price list change. First prices are not recorded. */
export async function keepHistory(tx: Tx, prices: readonly Price[], at: Date): Promise<void> {
  const active = sql`(given."priceKobo" is not null and not offer.paused)`
  await sql`
    insert into price_history (lab_id, test_id, at, old_price_kobo, price_kobo, old_active, active,
      old_turnaround_hours, turnaround_hours, old_at_home, at_home)
    select offer.lab_id, offer.test_id, ${at}::timestamptz, offer.price_kobo, coalesce(given."priceKobo", offer.price_kobo),
      offer.active, ${active}, offer.turnaround_hours, offer.turnaround_hours, offer.at_home, offer.at_home
    from json_to_recordset(${JSON.stringify(prices)}::text::json)
        as given ("labId" bigint, "testId" bigint, "priceKobo" bigint)
      join offer on offer.lab_id = given."labId" and offer.test_id = given."testId"
    where (offer.price_kobo, offer.active) is distinct from (coalesce(given."priceKobo", offer.price_kobo), ${active})
    order by offer.lab_id, offer.test_id`.execute(tx)
}

/** Deletes the previews of a lab's list that this account made and did not confirm. */
export async function forgetPreviewsOf(tx: Tx, labId: number, accountId: number): Promise<void> {
  await tx
    .deleteFrom('price_change')
    .where('confirmed_at', 'is', null)
    .where('lab_id', '=', labId)
    .where('made_by', '=', accountId)
    .execute()
}

/** How many previews one statement deletes: each may have thousands of lines. */
const forgottenAtOnce = 20

/** Deletes unconfirmed changes made before an instant. */
export async function forgetPreviews(db: Db, before: Date): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from price_change where confirmed_at is null and id in (
        select id from price_change where confirmed_at is null and made_at < ${before}::timestamptz
        order by made_at limit ${forgottenAtOnce})`.execute(db)
    if (Number(numAffectedRows ?? 0) < forgottenAtOnce) return
  }
}
