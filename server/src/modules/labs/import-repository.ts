import { sql } from 'kysely'
import type { Db, Tx } from '../../db.ts'
import { acquireAdvisoryLock } from '../../infra/db/advisory-lock.ts'
import { replacementOf } from '../../infra/db/replacement.ts'
import type { PlaceInput } from './import-labs.ts'
import type { LabLine } from './lab-sheet.ts'

/**
 * Allows one import of labs at a time, and locks the labs that it updates. Every other change of a lab also locks the lab
 * first, so they cannot deadlock.
 */
export async function lockForImport(tx: Tx, slugs: readonly string[]): Promise<void> {
  await acquireAdvisoryLock(tx, 'import of labs')
  await sql`select count(*) from (select from lab where slug = any(${[...slugs]}::text[])
    order by id for no key update) as locked`.execute(tx)
}

/** Inserts or updates labs by slug. Returns the id of each. */
export async function upsertLabs(tx: Tx, labs: readonly LabLine[], demo: boolean) {
  const values = labs.map((lab) => labValues(lab, demo))
  const rows = await tx
    .insertInto('lab')
    .values(values)
    .onConflict((conflict) => conflict.column('slug').doUpdateSet(replacementOf(values, 'slug')))
    .returning(['id', 'slug'])
    .execute()
  return new Map(rows.map(({ id, slug }) => [slug, id]))
}

function labValues(lab: LabLine, demo: boolean) {
  return {
    slug: lab.slug,
    name: lab.name,
    about: lab.about,
    founded_year: lab.foundedYear,
    accreditation: lab.accreditation,
    registration_number: lab.registrationNumber,
    registration_expires_on: lab.registrationExpiresOn,
    quality_assessment: lab.qualityAssessment,
    iso_scope: [...lab.isoScope],
    turnaround_factor: lab.turnaroundFactor,
    departments: [...lab.departments],
    home_collection: lab.homeCollection,
    collection_fee_kobo: lab.collectionFeeKobo,
    email: lab.email,
    phone: lab.phone,
    demo,
  }
}

type LabLocations = { readonly id: number; readonly locations: LabLine['locations'] }

/** Sets the locations of labs to exactly those given; a location that is missing becomes inactive. */
export async function replaceLocations(tx: Tx, labs: readonly LabLocations[], at: Date): Promise<void> {
  const present = await upsertLocations(tx, labs, at)
  const labIds = labs.map(({ id }) => id)
  await tx
    .updateTable('lab_location')
    .set({ active: false })
    .where('lab_id', 'in', labIds)
    .where('id', 'not in', present)
    .execute()
  await tx
    .updateTable('lab')
    .set({ location_count: sql`(select count(*) from lab_location where lab_id = lab.id and active)` })
    .where('id', 'in', labIds)
    .execute()
  await refreshPlaces(tx, labIds)
}

/** Recomputes the place names by which labs are found, for these labs or for all labs. */
async function refreshPlaces(tx: Tx, labIds?: readonly number[]): Promise<void> {
  const places = sql<string>`coalesce((
    select string_agg(distinct place_words(l.area, l.state, place.lga), '')
    from lab_location l left join place on place.state = l.state and place.area = l.area
    where l.lab_id = lab.id and l.active), '')`
  const update = tx.updateTable('lab').set({ places_folded: places })
  await (labIds ? update.where('id', 'in', labIds) : update).execute()
}

async function upsertLocations(tx: Tx, labs: readonly LabLocations[], at: Date): Promise<number[]> {
  const values = labs.flatMap(({ id, locations }) =>
    locations.map((location, index) => locationValues(id, index + 1, location)),
  )
  await keepOldHours(tx, values, at)
  const rows = await tx
    .insertInto('lab_location')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['lab_id', 'address']).doUpdateSet({
        ...replacementOf(values, 'lab_id', 'address'),
        // Hours that the lab itself has set are not overwritten by a file.
        opening_hours: sql<string>`case when lab_location.hours_said then lab_location.opening_hours
          else excluded.opening_hours end`,
        active: true,
      }),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

type LocationValues = ReturnType<typeof locationValues>

/** Records the hours that this import replaces, because promised result times were computed from them. */
async function keepOldHours(tx: Tx, values: readonly LocationValues[], at: Date): Promise<void> {
  const given = values.map(({ lab_id, address, opening_hours }) => ({ lab_id, address, opening_hours }))
  await sql`insert into opening_change (location_id, at, was, became)
    select place.id, ${at}, place.opening_hours, given.opening_hours
    from json_to_recordset(${JSON.stringify(given)}::text::json) as given (lab_id bigint, address text, opening_hours text)
      join lab_location place on place.lab_id = given.lab_id and place.address = given.address
    where not place.hours_said and place.opening_hours <> given.opening_hours
    for no key update of place`.execute(tx)
}

function locationValues(labId: number, position: number, location: LabLine['locations'][number]) {
  return {
    lab_id: labId,
    position,
    name: location.name,
    address: location.address,
    landmark: location.landmark,
    area: location.area,
    state: location.state,
    latitude: location.latitude,
    longitude: location.longitude,
    opening_hours: location.openingHours,
    departments: [...location.departments],
    collection_fee_kobo: location.collectionFeeKobo,
  }
}

/** The given names that another lab, with a different slug, already has. */
export async function namesOfOthers(
  db: Db,
  labs: readonly { readonly slug: string; readonly name: string }[],
) {
  const names = labs.map(({ slug, name }) => ({ slug, name }))
  const { rows } = await sql<{ slug: string; otherSlug: string }>`
    select given.slug, lab.slug as "otherSlug"
    from json_to_recordset(${JSON.stringify(names)}::text::json) as given (slug text, name text)
      join lab on lab.name_folded = fold(given.name) and lab.slug <> given.slug`.execute(db)
  return rows
}

/** The existing labs with these slugs. */
export async function labsBySlug(db: Db, slugs: readonly string[]) {
  const rows = await db
    .selectFrom('lab')
    .select(['slug', 'id', 'departments', 'demo'])
    .where(sql<boolean>`slug = any(${[...slugs]}::text[])`)
    .execute()
  return new Map(rows.map(({ slug, ...lab }) => [slug, lab]))
}

/** Whether the database has a lab that is not part of a demonstration. */
export async function hasRealLabs(db: Db): Promise<boolean> {
  const row = await db.selectFrom('lab').select('id').where('demo', '=', false).limit(1).executeTakeFirst()
  return row !== undefined
}

/** Whether the database has a lab of a demonstration. The condition is the index's own, so that it is used. */
export async function hasDemoLabs(db: Db): Promise<boolean> {
  const row = await db.selectFrom('lab').select('id').where(sql<boolean>`demo`).limit(1).executeTakeFirst()
  return row !== undefined
}

/** Inserts or updates departments with their category. */
export async function upsertDepartments(
  tx: Tx,
  departments: readonly { name: string; category: string }[],
): Promise<void> {
  await tx
    .insertInto('department')
    .values([...departments])
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((e) => ({ category: e.ref('excluded.category') })),
    )
    .execute()
}

/** Inserts or updates areas by state and area. */
export async function upsertPlaces(tx: Tx, places: readonly PlaceInput[]): Promise<void> {
  const rows = places.map(({ geopoliticalZone: zone, ...place }) => ({ ...place, geopolitical_zone: zone }))
  await tx
    .insertInto('place')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['state', 'area']).doUpdateSet(replacementOf(rows, 'state', 'area')),
    )
    .execute()
  await refreshPlaces(tx)
}
