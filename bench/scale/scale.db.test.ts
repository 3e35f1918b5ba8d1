import { lagosDate } from '@labalaba/contract'
import { beforeAll, expect, test } from 'vitest'
import { loadReference } from '../../reference/load.ts'
import { brokenInvariants } from '../../server/src/invariants.ts'
import { countOffers } from '../../server/src/modules/catalogue/import-repository.ts'
import { importPlaces } from '../../server/src/modules/labs/index.ts'
import { cloneDatabase, type TestDatabase } from '../../server/test/database.ts'
import { loadScale } from './load.ts'
import { sizes } from './sizes.ts'

const size = sizes.tiny
const first = await cloneDatabase(4)
const second = await cloneDatabase(4)
const { db, sql } = first

beforeAll(async () => {
  for (const { db, url } of [first, second]) {
    await loadReference(db)
    await loadScale(url, { size, seed: 7, today: lagosDate(new Date()) }, () => {})
  }
})

test('generated orders satisfy every invariant of the product', async () => {
  expect(await brokenInvariants(db)).toEqual([])
})

test('there are as many rows as the size asks for', async () => {
  const [counted] =
    await sql`select (select count(*)::int from lab) as labs, (select count(*)::int from lab_location) as locations,
    (select count(*)::int from offer) as offers, (select count(*)::int from lab_order) as orders,
    (select count(*)::int from account) as accounts`
  expect(counted).toEqual(size)
})

test('every reference leads to a row, although no trigger checked it', async () => {
  const references = await sql<{ from: string; to: string; pairs: [string, string][] }[]>`
    select conrelid::regclass::text as from, confrelid::regclass::text as to,
      (select json_agg(json_build_array(mine.attname, theirs.attname)) from unnest(conkey, confkey) as pair (mine, theirs)
        join pg_attribute mine on mine.attrelid = conrelid and mine.attnum = pair.mine
        join pg_attribute theirs on theirs.attrelid = confrelid and theirs.attnum = pair.theirs) as pairs
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`
  expect(references.length).toBeGreaterThan(60)
  for (const { from, to, pairs } of references) {
    const isSame = pairs.map(([mine, theirs]) => `theirs."${theirs}" = mine."${mine}"`).join(' and ')
    const isGiven = pairs.map(([mine]) => `mine."${mine}" is not null`).join(' and ')
    const lost = await sql.unsafe(
      `select from ${from} mine where ${isGiven} and not exists (select from ${to} theirs where ${isSame})`,
    )
    expect([from, to, lost.length]).toEqual([from, to, 0])
  }
})

test('the derived data of labs for lists equals what the product would derive', async () => {
  const counted = await countOffers(
    db,
    (await sql<{ id: number }[]>`select id from lab`).map(({ id }) => id),
  )
  const kept = await sql`select id as "labId", offer_count as count from lab order by id`
  expect(counted.toSorted((a, b) => a.labId - b.labId)).toEqual([...kept])
  expect(
    await sql`select from lab where location_count <> (select count(*) from lab_location
    where lab_id = lab.id and active)`,
  ).toHaveLength(0)

  const places = await sql`select id, places_folded from lab order by id`
  const [place] = await sql<
    {
      state: string
      area: string
      lga: string
      latitude: number
      longitude: number
      capital: string
      geopoliticalZone: string
    }[]
  >`
    select state, area, lga, latitude, longitude, capital, geopolitical_zone as "geopoliticalZone" from place limit 1`
  // A new location makes the list of every lab be written anew.
  if (place) await db.transaction().execute((tx) => importPlaces(tx, [place]))
  expect(await sql`select id, places_folded from lab order by id`).toEqual(places)
})

test('a booked test is one that the lab offers and the location does, at its list price', async () => {
  const strange = await sql`select o.reference from lab_order o join lab_order_line l on l.order_id = o.id
      join test on test.id = l.test_id join lab_location place on place.id = o.location_id
      left join offer on offer.lab_id = o.lab_id and offer.test_id = l.test_id and offer.price_kobo = l.price_kobo
    where offer.lab_id is null or place.lab_id <> o.lab_id or not test.departments <@ place.departments`
  expect(strange).toHaveLength(0)
})

test('the same seed makes the same rows', async () => {
  expect(await printOf(second)).toEqual(await printOf(first))
})

/**
 * A fingerprint of every filled table, without values that differ each time: the password hash, and numbers
 * drawn later.
 */
async function printOf({ sql }: TestDatabase): Promise<unknown> {
  const filled = [
    'lab',
    'lab_location',
    'offer',
    'account',
    'lab_order',
    'lab_order_line',
    'payment',
    'payment_link',
  ]
  const histories = [
    'lab_order_event',
    'payment_event',
    'payment_link_event',
    'ledger_posting',
    'ledger_line',
  ]
  return await Promise.all(
    [...filled, ...histories].map(async (table) => [
      table,
      await sql.unsafe(`select count(*)::int, md5(string_agg((to_jsonb(one) - 'password_hash')::text, '' order by
        (to_jsonb(one) - 'password_hash')::text)) from ${table} one`),
    ]),
  )
}
