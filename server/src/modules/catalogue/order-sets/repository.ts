import type { Kobo, LagosDate } from '@labalaba/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import { acquireAdvisoryLock } from '../../../infra/db/advisory-lock.ts'

export type SetTest = { readonly testId: number; readonly code: string; readonly name: string }
export type SetRow = { readonly id: string; readonly name: string; readonly tests: readonly SetTest[] }

const columns = sql`own.id, own.name, (
  select coalesce(json_agg(json_build_object('testId', test.id, 'code', test.code, 'name', test.name)
    order by one.position), '[]'::json)
  from order_set_test one join test on test.id = one.test_id where one.set_id = own.id) as tests`

/** The order sets of an account, by name. */
export async function setsOf(db: Db, accountId: number): Promise<SetRow[]> {
  const { rows } = await sql<SetRow>`
    select ${columns} from order_set own where account_id = ${accountId} order by fold(name)`.execute(db)
  return rows
}

export async function setById(db: Db, accountId: number, id: string): Promise<SetRow | undefined> {
  const { rows } = await sql<SetRow>`
    select ${columns} from order_set own where account_id = ${accountId} and id = ${id}`.execute(db)
  return rows[0]
}

/** The catalogue's tests and packages with these names, ignoring case and accents, in the given order. */
export async function testsNamed(db: Db, names: readonly string[]): Promise<(SetTest | null)[]> {
  const { rows } = await sql<{ testId: number | null; code: string; name: string }>`
    select test.id as "testId", test.code, test.name
    from unnest(${[...names]}::text[]) with ordinality as wanted (name, place)
      left join test on test.name_folded = fold(wanted.name) order by wanted.place`.execute(db)
  return rows.map(({ testId, ...test }) => (testId === null ? null : { testId, ...test }))
}

/** Whether one of these sets has this name, ignoring case and accents. */
export async function isNamed(db: Db, name: string, sets: readonly SetRow[]): Promise<boolean> {
  const { rows } = await sql`
    select from unnest(${sets.map((set) => set.name)}::text[]) as other where fold(other) = fold(${name})`.execute(
    db,
  )
  return rows.length > 0
}

/** Serializes changes of an account's order sets, until the transaction ends. */
export async function lockSetsOf(tx: Tx, accountId: number): Promise<void> {
  await acquireAdvisoryLock(tx, `order sets of ${accountId}`)
}

/** Inserts an order set, or replaces the one with this id. Returns its id. */
export async function putSet(
  tx: Tx,
  set: { readonly id: string | null; readonly accountId: number; readonly name: string; readonly at: Date },
  testIds: readonly number[],
): Promise<string> {
  const { id, accountId, name, at } = set
  const { rows } =
    id === null
      ? await sql<{ id: string }>`insert into order_set (account_id, name, changed_at)
          values (${accountId}, ${name}, ${at}) returning id`.execute(tx)
      : await sql<{ id: string }>`update order_set set name = ${name}, changed_at = ${at}
          where id = ${id} and account_id = ${accountId} returning id`.execute(tx)
  const [{ id: setId } = { id: '' }] = rows
  await tx.deleteFrom('order_set_test').where('set_id', '=', setId).execute()
  await tx
    .insertInto('order_set_test')
    .values(testIds.map((test_id, index) => ({ set_id: setId, position: index + 1, test_id })))
    .execute()
  return setId
}

export async function deleteSet(db: Db, accountId: number, id: string): Promise<void> {
  await db.deleteFrom('order_set').where('account_id', '=', accountId).where('id', '=', id).execute()
}

/** Deletes all order sets of an account that is being deleted. */
export async function forgetOrderSets(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('order_set').where('account_id', '=', accountId).execute()
}

export type OfferedAt = {
  readonly lab: string
  readonly slug: string
  readonly demo: boolean
  readonly location: string
  readonly address: string
  readonly area: string
  readonly state: string
  readonly tests: readonly { readonly testId: number; readonly name: string; readonly priceKobo: Kobo }[]
}

/**
 * Locations of labs that take bookings on a day and do some of these tests: those with most of the tests first, then the
 * cheapest.
 */
export async function sitesFor(
  db: Db,
  testIds: readonly number[],
  {
    today,
    state,
    limit,
  }: { readonly today: LagosDate; readonly state: string | null; readonly limit: number },
): Promise<OfferedAt[]> {
  const there = state === null ? sql`` : sql`and lower(location.state) = lower(${state})`
  const { rows } = await sql<OfferedAt>`
    select lab.name as lab, lab.slug, lab.demo, location.name as location, location.address, location.area, location.state,
      json_agg(json_build_object('testId', test.id, 'name', test.name, 'priceKobo', offer.price_kobo)
        order by wanted.place) as tests
    from unnest(${[...testIds]}::bigint[]) with ordinality as wanted (id, place)
      join test on test.id = wanted.id
      join offer on offer.test_id = test.id and offer.active
      join lab on lab.id = offer.lab_id and lab.active and lab.registration_expires_on >= ${today}::date
      join lab_location location on location.lab_id = lab.id and location.active
        and location.departments @> test.departments
    where true ${there}
    group by lab.id, location.id
    order by count(*) desc, sum(offer.price_kobo), lab.name_folded, location.position, location.id
    limit ${limit}`.execute(db)
  return rows
}
