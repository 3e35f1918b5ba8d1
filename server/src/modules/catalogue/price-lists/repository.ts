import type { Kobo, PriceShow } from '@labalaba/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db.ts'
import type { KnownTest } from './policy.ts'

/** A test in a lab's price list. */
export type PriceRow = KnownTest & {
  readonly kind: 'test' | 'package'
  /** The names of the locations that do it. */
  readonly locations: string[]
  readonly planned: {
    readonly on: string
    readonly priceKobo: Kobo | null
    readonly active: boolean | null
  } | null
}

const isPlanned = sql`change.confirmed_at is not null and change.applied_at is null and change.withdrawn_at is null`

const mayBeAtHome = sql<boolean>`(test.home_collection and lab.home_collection)`
const usualHours = sql`ceil(test.turnaround_hours * lab.turnaround_factor)::int`

const testColumns = sql`test.id as "testId", test.code, test.name, test.department, ${usualHours} as "usualHours",
  array(select unnest(test.departments) except select unnest(lab.departments)) as missing,
  ${mayBeAtHome} as "mayBeAtHome",
  case when offer.test_id is not null then json_build_object('priceKobo', offer.price_kobo, 'active', offer.active,
    'hours', coalesce(offer.turnaround_hours, ${usualHours}), 'atHome', offer.at_home and ${mayBeAtHome}) end as terms`

const priceColumns = sql`${testColumns}, test.kind,
  array(select location.name from lab_location location where location.lab_id = lab.id and location.active
    and location.departments @> test.departments order by location.position, location.id) as locations,
  (select json_build_object('on', change.effective_on, 'priceKobo', line.price_kobo, 'active', line.active)
    from price_change change join price_change_line line on line.change_id = change.id
    where change.lab_id = lab.id and line.test_id = test.id and ${isPlanned}
    order by change.effective_on, change.confirmed_at limit 1) as planned`

const of = (labId: number) => sql`from lab cross join test
  left join offer on offer.lab_id = lab.id and offer.test_id = test.id where lab.id = ${labId}`

const possible = sql`offer.test_id is null and test.departments <@ lab.departments`
const shows = {
  offered: sql`offer.active`,
  paused: sql`not offer.active`,
  possible,
} as const satisfies Record<PriceShow, RawBuilder<unknown>>

type PriceQuery = {
  readonly q?: string | undefined
  readonly show: PriceShow
  readonly department?: string | undefined
  readonly limit: number
  readonly offset: number
}

/** One page of a lab's price list, by name. */
export async function pricesOf(
  db: Db,
  labId: number,
  { q, show, department, limit, offset }: PriceQuery,
): Promise<{ rows: PriceRow[]; total: number }> {
  const wanted = sql`${of(labId)} and ${shows[show]}
    ${department ? sql`and test.department = ${department}` : sql``}
    ${
      q
        ? sql`and (position(fold(${q}) in test.name_folded) > 0 or starts_with(test.code, lower(${q}))
      or exists (select from unnest(test.also_known_as) as other where position(fold(${q}) in fold(other)) > 0))`
        : sql``
    }`
  const [page, counted] = await Promise.all([
    sql<PriceRow>`select ${priceColumns} ${wanted} order by test.name_folded limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*)::int as total ${wanted}`.execute(db),
  ])
  return { rows: page.rows, total: counted.rows[0]?.total ?? 0 }
}

/** One test of a lab's price list. */
export async function priceOf(db: Db, labId: number, code: string): Promise<PriceRow | undefined> {
  const { rows } = await sql<PriceRow>`select ${priceColumns} ${of(labId)} and test.code = ${code}`.execute(
    db,
  )
  return rows[0]
}

/** Every test of the catalogue with the lab's terms, by name. */
export async function knownTests(db: Db, labId: number): Promise<KnownTest[]> {
  const { rows } = await sql<KnownTest>`select ${testColumns} ${of(labId)} order by test.name_folded`.execute(
    db,
  )
  return rows
}

/** How many tests a lab offers, has paused, and could offer. */
export async function countPrices(db: Db, labId: number) {
  const { rows } = await sql<{ offered: number; paused: number; possible: number }>`
    select count(*) filter (where ${shows.offered})::int as offered,
      count(*) filter (where ${shows.paused})::int as paused,
      count(*) filter (where ${shows.possible})::int as possible
    ${of(labId)}`.execute(db)
  return rows[0] ?? { offered: 0, paused: 0, possible: 0 }
}

/** The departments of the tests that a lab offers or could offer, by name. */
export async function departmentsOf(db: Db, labId: number): Promise<string[]> {
  const { rows } = await sql<{ department: string }>`
    select distinct test.department ${of(labId)} and (offer.test_id is not null or ${possible}) order by 1`.execute(
    db,
  )
  return rows.map(({ department }) => department)
}

export type HistoryRow = Awaited<ReturnType<typeof historyOf>>[number]

/** The history of an offer, the newest first. */
export async function historyOf(db: Db, labId: number, testId: number) {
  return await db
    .selectFrom('price_history')
    .select(['at', 'account_id', 'old_price_kobo', 'price_kobo', 'active'])
    .select(['old_turnaround_hours', 'turnaround_hours', 'old_at_home', 'at_home'])
    .where('lab_id', '=', labId)
    .where('test_id', '=', testId)
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
}
