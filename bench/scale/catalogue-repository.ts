import type postgres from 'postgres'
import type { Rate } from '../../server/src/modules/orders/policy.ts'
import type { Place } from './labs.ts'
import type { CatalogueTest } from './offers.ts'

/** The areas of the country, with the words by which the product finds a lab there. */
export async function placesOf(sql: postgres.Sql): Promise<Place[]> {
  return await sql<Place[]>`
    select state, area, latitude, longitude, place_words(area, state, lga) as words from place order by state, area`
}

/** The tests and packages of the product's own reference data. */
export async function catalogueOf(sql: postgres.Sql): Promise<CatalogueTest[]> {
  return await sql<CatalogueTest[]>`
    select id::int, code, name, departments, specimen, fasting_hours as "fastingHours", preparation,
      turnaround_hours as "turnaroundHours", price_low_kobo::int as "priceLowKobo", price_high_kobo::int as "priceHighKobo",
      popular_rank as "popularRank", kind = 'package' as "isPackage",
      array(select member.name from package_test join test member on member.id = package_test.test_id
        where package_test.package_id = test.id order by package_test.position) as includes
    from test order by code`
}

/** The rate in force. */
export async function rateOf(sql: postgres.Sql): Promise<Rate & { readonly id: number }> {
  const [rate] = await sql<(Rate & { id: number })[]>`
    select id::int, lab_bps, doctor_policy, doctor_bps, doctor_flat_kobo::int, phlebotomist_bps
    from rate order by effective_from desc limit 1`
  if (!rate) throw new Error('there is no rate')
  return rate
}
