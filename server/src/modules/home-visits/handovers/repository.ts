import { type HandoverState, hoursToHandOver } from '@labalaba/contract'
import type { Insertable } from 'kysely'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { Handover } from '../../../tables.ts'
import type { SpecimenState } from '../../specimens/index.ts'

/** The orders that a staff member sees: those of the lab, at all its locations if `locationIds` is empty. */
type Sight = { readonly labId: number; readonly locationIds: readonly number[] }

/**
 * A specimen that a visit took. `isMissing`: the lab counted and did not find it. A rejected one shows this in its state.
 */
export type Carried = {
  readonly id: string
  readonly accession: string
  readonly specimen: string
  readonly container: string
  readonly state: SpecimenState
  readonly isMissing: boolean
}

export type HandoverRow = {
  readonly visit: string
  readonly reference: string
  readonly location: string
  readonly state: HandoverState
  readonly phlebotomist: string | null
  readonly collected_at: Date
  readonly delivered_at: Date | null
  readonly delivered_count: number | null
  readonly samples: readonly Carried[]
  readonly confirmed_by: string | null
  readonly confirmed_at: Date | null
  readonly found_count: number | null
}

const samplesOf = (visit: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce((
  select json_agg(json_build_object('id', s.id, 'accession', s.accession, 'specimen', s.specimen,
    'container', s.container, 'state', s.state, 'isMissing', exists (select from handover_missing m
      where m.collection_id = v.collection_id and m.specimen_id = s.id)) order by s.accession)
  from visit_sample v join specimen s on s.id = v.specimen_id
  where v.collection_id = ${visit} and v.reason is null), '[]')`

/** The state of the handover of a visit `c` with the lab's count `h`. */
const state = sql<HandoverState>`case
  when h.collection_id is null then case c.state when 'delivered' then 'handed_over' else 'on_its_way' end
  when exists (select from handover_missing m where m.collection_id = c.id) then 'missing' else 'confirmed' end`

/** The state of the newest handover of an order `o`; null if no home visit took anything. */
export const handoverOfOrder = sql<HandoverState | null>`(select ${state} from collection c
  left join handover h on h.collection_id = c.id
  where c.order_id = o.id and c.state in ('collected', 'delivered') order by c.collected_at desc limit 1)`

/** Visits with specimens in transit, handed over but not counted, or counted as missing and not received since. */
export async function listOpen(db: Db, { labId, locationIds }: Sight, limit: number): Promise<HandoverRow[]> {
  const here = locationIds.length === 0 ? sql`true` : sql`o.location_id = any(${[...locationIds]}::bigint[])`
  const { rows } = await sql<HandoverRow>`
    select c.id as visit, o.reference, o.location_name as location, ${state} as state, walker.name as phlebotomist,
      c.collected_at, c.delivered_at, c.delivered_count, ${samplesOf(sql`c.id`)} as samples,
      counter.name as confirmed_by, h.at as confirmed_at, h.found_count
    from lab_order o join collection c on c.order_id = o.id and c.state in ('collected', 'delivered')
      left join handover h on h.collection_id = c.id
      left join account counter on counter.id = h.account_id
      left join staff_member on staff_member.id = c.staff_id
      left join account walker on walker.id = staff_member.account_id
    where o.lab_id = ${labId} and ${here} and o.state in ('scheduled', 'sample_collected')
      and exists (select from visit_sample v join specimen s on s.id = v.specimen_id
        where v.collection_id = c.id and s.state = 'collected' and (h.collection_id is null
          or exists (select from handover_missing m where m.collection_id = c.id and m.specimen_id = s.id)))
    order by c.collected_at, c.id limit ${limit}`.execute(db)
  return rows
}

/** The order of a visit, if the staff member sees it. */
export async function orderOfVisit(
  db: Db,
  { labId, locationIds }: Sight,
  visitId: string,
): Promise<number | undefined> {
  const here = locationIds.length === 0 ? sql`true` : sql`o.location_id = any(${[...locationIds]}::bigint[])`
  const { rows } = await sql<{ id: number }>`
    select o.id from collection c join lab_order o on o.id = c.order_id
    where c.id = ${visitId} and o.lab_id = ${labId} and o.paid_at is not null and ${here}`.execute(db)
  return rows[0]?.id
}

/** The specimens that a visit took, each with whether the lab's count missed it. */
export async function carriedBy(db: Db, visitId: string): Promise<readonly Carried[]> {
  const { rows } = await sql<{ samples: Carried[] }>`select ${samplesOf(sql`${visitId}`)} as samples`.execute(
    db,
  )
  return rows[0]?.samples ?? []
}

/** The lab's count for a visit; undefined before it. */
export async function handoverOf(db: Db, visitId: string) {
  return await db
    .selectFrom('handover')
    .select(['found_count', 'at'])
    .where('collection_id', '=', visitId)
    .executeTakeFirst()
}

/** Stores the lab's count for a visit and the specimens that are missing. */
export async function insertHandover(
  tx: Tx,
  found: Insertable<Handover>,
  missing: readonly Carried[],
): Promise<void> {
  await tx.insertInto('handover').values(found).execute()
  if (missing.length === 0) return
  const { collection_id, order_id } = found
  await tx
    .insertInto('handover_missing')
    .values(missing.map(({ id }) => ({ collection_id, order_id, specimen_id: id })))
    .execute()
}

/** A visit with specimens that did not reach the lab, with the accession numbers on their labels. */
export type UncountedVisit = {
  readonly visitId: string
  readonly reference: string
  readonly accessions: readonly string[]
}

/** Visits that took specimens before a moment, with some that the lab has neither received nor counted. */
export async function uncountedSince(db: Db, before: Date, limit: number): Promise<UncountedVisit[]> {
  const { rows } = await sql<UncountedVisit>`
    select c.id as "visitId", o.reference, array_agg(s.accession order by s.accession) as accessions
    from specimen s join visit_sample v on v.specimen_id = s.id and v.reason is null
      join collection c on c.id = v.collection_id and c.state in ('collected', 'delivered')
      join lab_order o on o.id = s.order_id and o.state in ('scheduled', 'sample_collected')
    where s.state = 'collected' and s.collected_at < ${before}
      and not exists (select from handover h where h.collection_id = c.id)
    group by c.id, o.reference order by min(s.collected_at) limit ${limit}`.execute(db)
  return rows
}

/**
 * Of these visits, those that miss nothing any more: each specimen was found, received, rejected or is no longer needed.
 */
export async function arrivedAmong(db: Db, visitIds: readonly string[]): Promise<string[]> {
  if (visitIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select c.id from collection c join lab_order o on o.id = c.order_id
      left join handover h on h.collection_id = c.id
    where c.id = any(${[...visitIds]}::uuid[]) and (o.state = 'cancelled' or not exists (
      select from visit_sample v join specimen s on s.id = v.specimen_id
      where v.collection_id = c.id and v.reason is null and s.state = 'collected'
        and (h.collection_id is null or exists (select from handover_missing m
          where m.collection_id = c.id and m.specimen_id = s.id))))`.execute(db)
  return rows.map(({ id }) => id)
}

/** Specimens that were taken before this moment should be with the lab. */
export function dueBefore(now: Date): Date {
  return new Date(now.getTime() - hoursToHandOver * 60 * 60 * 1000)
}
