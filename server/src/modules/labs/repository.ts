import type { Kobo } from '@labalaba/contract'
import { type Expression, type ExpressionBuilder, expressionBuilder, type RawBuilder, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Db, Tx } from '../../db.ts'
import { acquireAdvisoryLock } from '../../infra/db/advisory-lock.ts'
import type { Tables } from '../../tables.ts'
import { type Pause, packageCategory } from './policy.ts'

/** A lab as other modules need it. */
export type LabRow = {
  id: number
  slug: string
  name: string
  email: string
  phone: string
  departments: string[]
  homeCollection: boolean
  collectionFeeKobo: Kobo
  /** With MLSCN. */
  registrationNumber: string
  registrationExpiresOn: string
  turnaroundFactor: number
  active: boolean
  demo: boolean
}

/** A branch of a lab. */
export type LocationRow = {
  id: number
  labId: number
  name: string
  address: string
  landmark: string
  area: string
  state: string
  openingHours: string
  departments: string[]
  /** The location's own fee; null means the lab's. */
  collectionFeeKobo: Kobo | null
  /** The pause that was not ended; its last day may be over. */
  pause: Pause | null
}

/** A lab and one of its locations. */
export type LabAt = { readonly lab: LabRow; readonly location: LocationRow }

const labColumns = [
  'lab.id',
  'lab.slug',
  'lab.name',
  'lab.email',
  'lab.phone',
  'lab.departments',
  'lab.home_collection as homeCollection',
  'lab.collection_fee_kobo as collectionFeeKobo',
  'lab.registration_number as registrationNumber',
  'lab.registration_expires_on as registrationExpiresOn',
  'lab.turnaround_factor as turnaroundFactor',
  'lab.active',
  'lab.demo',
] as const

function locationFields(e: ExpressionBuilder<Tables, 'lab_location'>) {
  return {
    id: e.ref('lab_location.id'),
    labId: e.ref('lab_location.lab_id'),
    name: e.ref('lab_location.name'),
    address: e.ref('lab_location.address'),
    landmark: e.ref('lab_location.landmark'),
    area: e.ref('lab_location.area'),
    state: e.ref('lab_location.state'),
    openingHours: e.ref('lab_location.opening_hours'),
    departments: e.ref('lab_location.departments'),
    collectionFeeKobo: e.ref('lab_location.collection_fee_kobo'),
    pause: sql<Pause | null>`(select json_build_object('words', words, 'againOn', again_on) from location_pause
      where location_id = ${e.ref('lab_location.id')} and ended_at is null)`,
  }
}

/** An active lab by slug or name, ignoring case and accents; the slug takes precedence. */
export async function findLab(db: Db, reference: string): Promise<LabRow | undefined> {
  return await labCalled(db, reference).select(labColumns).executeTakeFirst()
}

/** Whether a lab has this slug or name, ignoring case and accents. */
export const isCalled = (reference: string) =>
  sql<boolean>`(lab.slug = fold(${reference}) or lab.name_folded = fold(${reference}))`

export const hasSlug = (reference: string) => sql<boolean>`lab.slug = fold(${reference})`

function labCalled(db: Db, reference: string) {
  return db
    .selectFrom('lab')
    .where('lab.active', '=', true)
    .where(isCalled(reference))
    .orderBy(hasSlug(reference), 'desc')
    .limit(1)
}

/** The same as a subquery, with the lab's `id`, `slug` and `turnaround_factor`. */
export const labNamed = (reference: string): RawBuilder<unknown> =>
  sql`(select id, slug, turnaround_factor from lab where active and ${isCalled(reference)}
    order by ${hasSlug(reference)} desc limit 1)`

/** A lab by slug or name, with its active location at an address, in one statement. */
export async function findLabAt(db: Db, reference: string, address: string): Promise<LabAt | undefined> {
  const row = await labAtCalled(db, reference, address).executeTakeFirst()
  return row && splitLabAndLocation(row)
}

/** The same as a query, to embed in a larger statement; `splitLabAndLocation` splits its row. */
export function labAtCalled(db: Db, reference: string, address: string) {
  return labCalled(db, reference)
    .innerJoin('lab_location', 'lab_location.lab_id', 'lab.id')
    .where('lab_location.active', '=', true)
    .where(sql<boolean>`fold(lab_location.address) = fold(${address})`)
    .orderBy('lab_location.position')
    .select(labColumns)
    .select((e) => jsonBuildObject(locationFields(e)).as('location'))
}

/** An active lab with each of its active locations, in their order. One entry per location. */
export async function labSites(db: Db, labId: number): Promise<LabAt[]> {
  const rows = await db
    .selectFrom('lab')
    .innerJoin('lab_location', 'lab_location.lab_id', 'lab.id')
    .where('lab.id', '=', labId)
    .where('lab.active', '=', true)
    .where('lab_location.active', '=', true)
    .orderBy('lab_location.position')
    .orderBy('lab_location.id')
    .select(labColumns)
    .select((e) => jsonBuildObject(locationFields(e)).as('location'))
    .execute()
  return rows.map(splitLabAndLocation)
}

/** Subquery: the id of the location that `findLabAt` finds. */
export const siteNamed = (reference: string, address: string): RawBuilder<unknown> =>
  sql`(select lab_location.id from lab join lab_location on lab_location.lab_id = lab.id and lab_location.active
    where lab.active and ${isCalled(reference)} and fold(lab_location.address) = fold(${address})
    order by ${hasSlug(reference)} desc, lab_location.position limit 1)`

/** Splits a joined row into the lab and its location. */
export function splitLabAndLocation({ location, ...lab }: LabRow & { location: LocationRow }): LabAt {
  return { lab, location }
}

/** A lab, active or not. */
export async function labById(db: Db, id: number): Promise<LabRow | undefined> {
  return await db.selectFrom('lab').select(labColumns).where('id', '=', id).executeTakeFirst()
}

/** A location, active or not. */
export async function locationById(db: Db, id: number): Promise<LocationRow | undefined> {
  const row = await db
    .selectFrom('lab_location')
    .select((e) => jsonBuildObject(locationFields(e)).as('location'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.location
}

/** The same as an SQL expression. */
export function locationNumbered(id: Expression<number>): Expression<LocationRow | null> {
  const one = expressionBuilder<Tables>()
    .selectFrom('lab_location')
    .select((e) => jsonBuildObject(locationFields(e)).as('location'))
    .where('lab_location.id', '=', id)
  return sql<LocationRow | null>`(${one})`
}

export type ListedLocation = LocationRow & {
  categories: string[]
  latitude: number | null
  longitude: number | null
}

/** The active locations of a lab in their order, each with the categories of its departments. */
export async function locationsOf(db: Db, labId: number): Promise<ListedLocation[]> {
  const rows = await db
    .selectFrom('lab_location')
    .select((e) => [
      jsonBuildObject(locationFields(e)).as('location'),
      'latitude',
      'longitude',
      sql<
        string[]
      >`array(select distinct category from department where name = any(lab_location.departments))`.as(
        'categories',
      ),
    ])
    .where('lab_id', '=', labId)
    .where('active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ location, ...more }) => ({ ...location, ...more }))
}

/** The active ones among these labs, the lowest id first. */
export async function activeAmong(db: Db, labIds: readonly number[]): Promise<number[]> {
  if (labIds.length === 0) return []
  const rows = await db
    .selectFrom('lab')
    .select('id')
    .where('active', '=', true)
    .where('id', 'in', labIds)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes every favourite of an account. */
export async function forgetFavourites(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('favourite').where('account_id', '=', accountId).execute()
}

/** Serializes adding favourites to an account, until the transaction ends. */
export async function lockFavouritesOf(tx: Tx, accountId: number): Promise<void> {
  await acquireAdvisoryLock(tx, `favourites of ${accountId}`)
}

/** How many active labs other than this one are favourites of an account. */
export async function countFavouritesBeside(tx: Tx, accountId: number, labId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('favourite')
    .innerJoin('lab', 'lab.id', 'favourite.lab_id')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('account_id', '=', accountId)
    .where('lab_id', '<>', labId)
    .where('lab.active', '=', true)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Makes a lab a favourite of an account. Has no effect if it already is one. */
export async function insertFavourite(tx: Tx, accountId: number, labId: number, at: Date): Promise<void> {
  await tx
    .insertInto('favourite')
    .values({ account_id: accountId, lab_id: labId, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes a favourite. Has no effect if it is none. */
export async function deleteFavourite(db: Db, accountId: number, labId: number): Promise<void> {
  await db.deleteFrom('favourite').where('account_id', '=', accountId).where('lab_id', '=', labId).execute()
}

/** The name of every department that a lab can have. The department of packages is not one of them. */
export async function departmentNames(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('department')
    .select('name')
    .where('category', '<>', packageCategory)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

/** Sets how many tests each lab offers. */
export async function setOfferCounts(
  tx: Tx,
  counts: readonly { labId: number; count: number }[],
): Promise<void> {
  await sql`update lab set offer_count = counted.count
    from json_to_recordset(${JSON.stringify(counts)}::text::json) as counted ("labId" bigint, count integer)
    where lab.id = counted."labId" and lab.offer_count <> counted.count`.execute(tx)
}

/** SQL expression: the opening hours of a location as they were at an instant. */
export function hoursWrittenAt(locationId: Expression<number>, at: Expression<Date>): RawBuilder<string> {
  return sql<string>`coalesce(
    (select was from opening_change change where change.location_id = ${locationId} and change.at > ${at}
      order by change.id limit 1),
    (select opening_hours from lab_location where id = ${locationId}))`
}

/** All known areas of Nigeria, by state. */
export async function knownAreas(db: Db) {
  return await db
    .selectFrom('place')
    .select(['state', sql<string[]>`array_agg(area order by area)`.as('areas')])
    .groupBy('state')
    .orderBy('state')
    .execute()
}

/** Whether the state has an area with this name. */
export async function isKnownArea(db: Db, state: string, area: string): Promise<boolean> {
  const found = await db
    .selectFrom('place')
    .select('id')
    .where('state', '=', state)
    .where('area', '=', area)
    .executeTakeFirst()
  return found !== undefined
}
