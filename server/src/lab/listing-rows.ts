import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db.ts'

/** A lab as lists show it, with its first location. */
export type ListedLab = {
  id: number
  slug: string
  name: string
  about: string
  foundedYear: number | null
  accreditation: string
  registrationNumber: string
  registrationExpiresOn: string
  homeCollection: boolean
  offerCount: number
  locationCount: number
  active: boolean
  demo: boolean
  address: string
  area: string
  state: string
  isFavourite: boolean
}

/** What a search looks for: the words, each of which a name must have, and all that was typed. */
export type Search = { readonly typed: string; readonly words: readonly string[] }

export type Page = { readonly accountId: number; readonly limit: number; readonly offset: number }

type Found = RawBuilder<unknown>

const listed = sql`lab.active and lab.offer_count > 0`
const byName = sql`lab.name_folded, lab.id`

/** Labs that offer tests, by name: a walk along the index `lab_listed`. */
export async function labsByName(db: Db, page: Page): Promise<ListedLab[]> {
  return await readPage(db, page, { where: listed, order: byName })
}

/** Labs whose name has every word: the very name first, then names that begin so, then words that begin so. */
export async function labsNamed(db: Db, search: Search, page: Page): Promise<ListedLab[]> {
  const start = likePattern(search.typed)
  const nearness = sql`case when lab.name_folded = ${folded(search.typed)} then 0
    when lab.name_folded like ${start} || '%' then 1 when lab.name_folded like '% ' || ${start} || '%' then 2 else 3 end`
  return await readPage(db, page, { where: named(search), order: sql`${nearness}, ${byName}` })
}

/** Labs whose name resembles every word, the most alike first. Run it where `allowTypos` was said. */
export async function labsResembling(db: Db, search: Search, page: Page): Promise<ListedLab[]> {
  const likeness = sql`strict_word_similarity(${folded(search.typed)}, lab.name_folded) desc`
  return await readPage(db, page, { where: resembling(search), order: sql`${likeness}, ${byName}` })
}

/** How alike a word must be, from here to the end of the transaction: two letters swapped in a word of five still are. */
export async function allowTypos(tx: Db): Promise<void> {
  await sql`select set_config('pg_trgm.strict_word_similarity_threshold', '0.33', true)`.execute(tx)
}

export async function countListed(db: Db): Promise<number> {
  return await count(db, listed)
}

export async function countNamed(db: Db, search: Search): Promise<number> {
  return await count(db, named(search))
}

export async function countResembling(db: Db, search: Search): Promise<number> {
  return await count(db, resembling(search))
}

/** One lab as lists show it; undefined for one that is not active. */
export async function listedLab(db: Db, accountId: number, labId: number): Promise<ListedLab | undefined> {
  const where = sql`lab.active and lab.id = ${labId}`
  const [lab] = await readPage(db, { accountId, limit: 1, offset: 0 }, { where, order: byName })
  return lab
}

function named({ words }: Search): Found {
  return allOf(words, (word) => sql`lab.name_folded like '%' || ${likePattern(word)} || '%'`)
}

function resembling({ words }: Search): Found {
  return allOf(
    words,
    (word) =>
      sql`(lab.name_folded like '%' || ${likePattern(word)} || '%' or ${folded(word)} <<% lab.name_folded)`,
  )
}

function allOf(words: readonly string[], condition: (word: string) => Found): Found {
  return sql.join([listed, ...words.map(condition)], sql` and `)
}

/** The folded text; worked out once and not for every lab, also where the plan is made without knowing it. */
function folded(typed: string): Found {
  return sql`(select fold(${typed}))`
}

/** The folded text as a pattern that stands for just itself. */
function likePattern(typed: string): Found {
  return folded(typed.replace(/[\\%_]/g, '\\$&'))
}

/** Picks the page's labs first, so that only theirs are joined to locations and favourites. */
async function readPage(db: Db, page: Page, found: { where: Found; order: Found }): Promise<ListedLab[]> {
  const { rows } = await sql<ListedLab>`
    select lab.id, lab.slug, lab.name, lab.about, lab.founded_year as "foundedYear", lab.accreditation,
      lab.registration_number as "registrationNumber", lab.registration_expires_on as "registrationExpiresOn",
      lab.home_collection as "homeCollection", lab.offer_count as "offerCount", lab.location_count as "locationCount",
      lab.active, lab.demo, coalesce(main.address, '') as address, coalesce(main.area, '') as area,
      coalesce(main.state, '') as state,
      exists (select from favourite where account_id = ${page.accountId} and lab_id = lab.id) as "isFavourite"
    from (select lab.id, row_number() over (order by ${found.order}) as place from lab where ${found.where}
      order by ${found.order} limit ${page.limit} offset ${page.offset}) page
    join lab using (id)
    left join lateral (select address, area, state from lab_location
      where lab_id = lab.id and active order by position, id limit 1) main on true
    order by page.place`.execute(db)
  return rows
}

async function count(db: Db, where: Found): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from lab where ${where}`.execute(db)
  return rows[0]?.total ?? 0
}
