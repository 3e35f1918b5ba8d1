import type postgres from 'postgres'
import { randomFrom } from '../scale/random.ts'

/** A possible booking: a lab with one of its locations, and tests that are done there. */
export type Bookable = {
  readonly lab: string
  readonly slug: string
  readonly address: string
  readonly tests: readonly { readonly name: string; readonly kobo: number }[]
}

/** The subjects of a measurement, drawn from the data; the same each time. */
export type Drawn = {
  readonly labs: readonly {
    readonly slug: string
    readonly name: string
    readonly area: string
    readonly state: string
  }[]
  readonly bookable: readonly Bookable[]
  readonly people: readonly number[]
  readonly orders: readonly { readonly reference: string; readonly accountId: number }[]
}

/** Draws from all parts of the tables, so that the order of requests is not the order of storage. */
export async function drawScene(sql: postgres.Sql, today: string): Promise<Drawn> {
  const people = (await drawIds(sql, 'account', 256)).filter((id) => !isForSignIn(id))
  const labs = await sql<Drawn['labs'][number][]>`
    select slug, lab.name, area, state from lab join lab_location place on place.lab_id = lab.id and place.position = 1
    where lab.id = any(${await drawIds(sql, 'lab', 300)}) order by md5(slug)`
  const bookable = await sql<Bookable[]>`
    select lab.name as lab, lab.slug, place.address, tests
    from lab join lab_location place on place.lab_id = lab.id and place.position = 1,
      lateral (select json_agg(json_build_object('name', name, 'kobo', price_kobo)) as tests
        from (select test.name, offer.price_kobo from offer join test on test.id = offer.test_id
          where offer.lab_id = lab.id and offer.active order by test.popular_rank nulls last limit 2) two) chosen
    where lab.id = any(${await drawIds(sql, 'lab', 300)}) and registration_expires_on >= ${today}::date
    order by md5(slug)`
  const orders = await sql<Drawn['orders'][number][]>`
    select reference, account_id::int as "accountId" from lab_order where account_id = any(${people})
    order by md5(reference) limit 600`
  return { people, labs, bookable, orders }
}

/** Signing in ends a person's oldest sessions, so accounts that sign in during a measurement make no other requests. */
export function isForSignIn(id: number): boolean {
  return id % 4 === 0
}

async function drawIds(sql: postgres.Sql, table: 'account' | 'lab', count: number): Promise<number[]> {
  const [{ last } = { last: 1 }] = await sql<
    { last: number }[]
  >`select max(id)::int as last from ${sql(table)}`
  const random = randomFrom(1, table)
  return [...new Set(Array.from({ length: count }, () => random.whole(1, last)))]
}

/** Copies a database under another name, so that measuring does not change the stored one. */
export async function copyDatabase(
  url: string,
  name: string,
): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const kept = new URL(url).pathname.slice(1)
  await asAdministrator(url, async (sql) => {
    await sql.unsafe(`drop database if exists ${name} with (force)`)
    await sql.unsafe(`create database ${name} template ${kept} strategy file_copy`)
  })
  return {
    url: sibling(url, name),
    drop: () => asAdministrator(url, (sql) => sql.unsafe(`drop database if exists ${name} with (force)`)),
  }
}

async function asAdministrator(url: string, act: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const { default: connect } = await import('postgres')
  const sql = connect(sibling(url, 'postgres'), { max: 1, onnotice() {} })
  try {
    await act(sql)
  } finally {
    await sql.end()
  }
}

function sibling(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}
