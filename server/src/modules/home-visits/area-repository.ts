import { type ServiceArea, windowOf } from '@labalaba/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db.ts'
import type { Candidate } from './policy.ts'

type Place = {
  readonly areaState: string
  readonly area: string
  readonly day: string
  readonly time: string
}

/** Phlebotomists who can be sent: they work here, and can sign in. */
function sendable(db: Db) {
  return db
    .selectFrom('staff_member')
    .innerJoin('account', 'account.id', 'staff_member.account_id')
    .where('staff_member.type', '=', 'phlebotomist')
    .where('account.state', '=', 'active')
}

/**
 * The phlebotomists who serve a place, each with their visits of that day and window. Their rows stay locked until the
 * transaction ends, always in the same order, so that none is assigned more visits than they take.
 */
export async function lockCandidates(tx: Tx, { areaState, area, day, time }: Place): Promise<Candidate[]> {
  const found = await tx
    .selectFrom('phlebotomist')
    .select(['staff_id', 'daily_visits'])
    .where('staff_id', 'in', sendable(tx).select('staff_member.id'))
    .where('staff_id', 'in', (query) =>
      query
        .selectFrom('phlebotomist_area')
        .select('phlebotomist_area.staff_id')
        .where('phlebotomist_area.state', '=', areaState)
        .where('phlebotomist_area.area', 'in', ['', area]),
    )
    .orderBy('staff_id')
    .forNoKeyUpdate()
    .execute()
  const window = windowOf(time) ?? { from: time, to: time }
  const [loads, atOnce] = [await loadsOn(tx, day), await loadsOn(tx, day, window)]
  return found.map(({ staff_id, daily_visits }) => ({
    staffId: staff_id,
    daily: daily_visits,
    load: loads.get(staff_id) ?? 0,
    atOnce: atOnce.get(staff_id) ?? 0,
  }))
}

/** How many visits each phlebotomist has on a day, or in one window of it; missed and cancelled ones do not count. */
export async function loadsOn(
  db: Db,
  day: string,
  window?: { readonly from: string; readonly to: string },
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('collection')
    .select((e) => ['staff_id', e.fn.countAll<number>().as('load')])
    .where('visit_on', '=', day)
    .$if(window !== undefined, (query) =>
      query
        .where('visit_time', '>=', window?.from ?? '')
        .where((e) =>
          e.or([e('visit_time', '<', window?.to ?? ''), e('visit_time', '=', window?.from ?? '')]),
        ),
    )
    .where('staff_id', 'is not', null)
    .where('state', 'not in', ['missed', 'cancelled'])
    .groupBy('staff_id')
    .execute()
  return new Map(rows.map(({ staff_id, load }) => [staff_id ?? '', load]))
}

/** Whether a staff member is a phlebotomist who can be sent. */
export async function canBeSent(db: Db, staffId: string): Promise<boolean> {
  const found = await sendable(db)
    .select('staff_member.id')
    .where('staff_member.id', '=', staffId)
    .executeTakeFirst()
  return found !== undefined
}

/** All phlebotomists who can be sent, by name. */
export async function listSendable(
  db: Db,
): Promise<{ id: string; name: string; areas: ServiceArea[]; daily: number | null }[]> {
  return await sendable(db)
    .leftJoin('phlebotomist', 'phlebotomist.staff_id', 'staff_member.id')
    .select(['staff_member.id', 'account.name', 'phlebotomist.daily_visits as daily'])
    .select(
      sql<ServiceArea[]>`coalesce((
        select json_agg(json_build_object('state', area.state, 'area', area.area) order by area.state, area.area)
        from phlebotomist_area area where area.staff_id = staff_member.id), '[]')`.as('areas'),
    )
    .orderBy('account.name')
    .orderBy('staff_member.id')
    .execute()
}

/** The areas of a phlebotomist, and how many visits a day they take; undefined if this was never set. */
export async function areasOf(
  db: Db,
  staffId: string,
): Promise<{ daily: number; areas: ServiceArea[] } | undefined> {
  const one = await db
    .selectFrom('phlebotomist')
    .select('daily_visits')
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  if (!one) return undefined
  const areas = await db
    .selectFrom('phlebotomist_area')
    .select(['state', 'area'])
    .where('staff_id', '=', staffId)
    .orderBy('state')
    .orderBy('area')
    .execute()
  return { daily: one.daily_visits, areas }
}

/** Sets the areas of a phlebotomist and how many visits a day they take. */
export async function setAreas(
  tx: Tx,
  staffId: string,
  { areas, daily }: { areas: readonly ServiceArea[]; daily: number },
): Promise<void> {
  await tx
    .insertInto('phlebotomist')
    .values({ staff_id: staffId, daily_visits: daily })
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet({ daily_visits: daily }))
    .execute()
  await tx.deleteFrom('phlebotomist_area').where('staff_id', '=', staffId).execute()
  if (areas.length === 0) return
  await tx
    .insertInto('phlebotomist_area')
    .values(areas.map((one) => ({ staff_id: staffId, ...one })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The areas in which a lab with home visits has a location, by state. */
export async function visitedAreas(db: Db): Promise<{ state: string; areas: string[] }[]> {
  return await db
    .selectFrom('lab_location')
    .innerJoin('lab', 'lab.id', 'lab_location.lab_id')
    .select('lab_location.state')
    .select(sql<string[]>`array_agg(distinct lab_location.area order by lab_location.area)`.as('areas'))
    .where('lab.home_collection', '=', true)
    .where('lab.active', '=', true)
    .where('lab_location.active', '=', true)
    .groupBy('lab_location.state')
    .orderBy('lab_location.state')
    .execute()
}
