import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db.ts'
import { hasSlug, isCalled } from '../repository.ts'
import type { Candidate } from './alike.ts'

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
  qualityAssessment: string
  isoScope: string[]
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

/** A search: the words, each of which must be in a name or place, and the full typed text. */
export type Search = { readonly typed: string; readonly words: readonly string[] }

/** Filters on the labs of a list. */
export type Filter = { readonly favourite: boolean; readonly home: boolean; readonly iso: boolean }

export type Page = {
  readonly accountId: number
  readonly filter: Filter
  readonly limit: number
  readonly offset: number
}

/** One page of labs, and the total number of labs. */
export type LabPage = { readonly labs: ListedLab[]; readonly total: number }

type Found = RawBuilder<unknown>

/** A search word as a pattern. Short words are not searched among places. */
type Word = { readonly like: string; readonly isShort?: boolean }

const byName = sql`lab.name_folded, lab.id`

/** Labs that offer tests, by name. Uses the index `lab_listed`. */
export async function labsByName(db: Db, page: Page): Promise<LabPage> {
  const where = listed(page.accountId, page.filter)
  const total = sql`(${count(where)})`
  const { rows } = await pageOf(page, { where, order: byName, total }).execute(db)
  return withTotal(rows, page, () => totalOf(db, count(where)))
}

/**
 * Labs with every word in their name: first the exact name, then names that begin with the text, then names with a word
 * that begins with it. Labs with a word in their places come last.
 */
export async function labsNamed(db: Db, search: Search, page: Page): Promise<LabPage> {
  const words = search.words.map((word) => ({ like: asPattern(word), isShort: word.length < shortestPlace }))
  const start = asPattern(search.typed)
  const nearness = sql`case when lab.name_folded = ${folded(search.typed)} then 0
    when lab.name_folded like ${folded(start)} || '%' then 1
    when lab.name_folded like '% ' || ${folded(start)} || '%' then 2
    when ${sql.join(words.map(inName), sql` and `)} then 3 else 4 end`
  const where = named(words, page.accountId, page.filter)
  const { rows } = await pageOf(page, {
    where,
    order: sql`${nearness}, ${byName}`,
    total: sql`count(*) over ()`,
    words,
  }).execute(db)
  return withTotal(rows, page, () => totalOf(db, count(where)))
}

/** The labs with these ids, in this order. */
export async function labsNumbered(
  db: Db,
  ids: readonly number[],
  words: readonly string[],
  page: Page,
): Promise<ListedLab[]> {
  const { rows } = await pageOf(page, {
    where: sql`lab.id = any(${[...ids]}::bigint[])`,
    order: sql`array_position(${[...ids]}::bigint[], lab.id)`,
    words: words.map((word) => ({ like: asPattern(word) })),
  }).execute(db)
  return rows
}

/** The most labs that a search with a typing mistake compares. */
const mostCandidates = 300

/** The listed labs whose name or places resemble any of some words (folded), by trigrams, the most alike first. */
export async function resembling(
  db: Db,
  words: readonly string[],
  { accountId, filter }: Pick<Page, 'accountId' | 'filter'>,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select id, name_folded as name, places_folded as places
    from lab cross join lateral (
      select max(greatest(word_similarity(word, lab.name_folded), word_similarity(word, lab.places_folded))) as likeness
      from unnest(${[...words]}::text[]) as word) alike
    where ${listed(accountId, filter)} and alike.likeness > 0.2
    order by alike.likeness desc, ${byName} limit ${mostCandidates}`.execute(db)
  return rows
}

/** Words in the folded form in which they are compared. */
export async function foldedWords(db: Db, words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`select fold(word) as word
    from unnest(${[...words]}::text[]) with ordinality as given (word, place) order by place`.execute(db)
  return rows.map(({ word }) => word)
}

/** One lab by slug or name as lists show it; the slug takes precedence. Undefined if it is not active. */
export async function listedLab(
  db: Db,
  accountId: number,
  reference: string,
): Promise<ListedLab | undefined> {
  const sought = { where: sql`lab.active and ${isCalled(reference)}`, order: sql`${hasSlug(reference)} desc` }
  const { rows } = await pageOf({ accountId, limit: 1, offset: 0 }, sought).execute(db)
  return rows[0]
}

function listed(accountId: number, filter: Filter): Found {
  const conditions = [sql`lab.active and lab.offer_count > 0`]
  if (filter.home) conditions.push(sql`lab.home_collection`)
  if (filter.iso) conditions.push(sql`has_iso_15189(lab.accreditation)`)
  if (filter.favourite)
    conditions.push(sql`lab.id in (select lab_id from favourite where account_id = ${accountId})`)
  return sql.join(conditions, sql` and `)
}

function named(words: readonly Word[], accountId: number, filter: Filter): Found {
  const conditions = words.map((word) =>
    word.isShort ? inName(word) : sql`(${inName(word)} or ${inPlaces(word)})`,
  )
  return sql.join([listed(accountId, filter), ...conditions], sql` and `)
}

/** A shorter word matches the start of too many place names. */
const shortestPlace = 3

function inName({ like }: Word): Found {
  return sql`lab.name_folded like '%' || ${folded(like)} || '%'`
}

function inPlaces({ like }: Word): Found {
  return sql`lab.places_folded like '% ' || ${folded(like)} || '%'`
}

/** The folded text in a subquery, so that it is computed once and not for every lab, also in a generic plan. */
function folded(typed: string): Found {
  return sql`(select fold(${typed}))`
}

/** A text as a pattern that matches only this text. */
function asPattern(typed: string): string {
  return typed.replace(/[\\%_]/g, '\\$&')
}

type Sought = {
  readonly where: Found
  readonly order: Found
  /** Each row carries the total, if it is wanted. */
  readonly total?: Found
  readonly words?: readonly Word[]
}

/**
 * The location to show for a lab: the one that matches the search, by area before local government, otherwise the first.
 */
function nearestLocation(words: readonly Word[]): Found {
  const matches = words.map(
    ({ like }) => sql`(place_words(l.area, l.state, '') like '% ' || ${folded(like)} || '%')::int +
      (place_words(l.area, l.state, place.lga) like '% ' || ${folded(like)} || '%')::int`,
  )
  const wanted = matches.length > 0 ? sql`${sql.join(matches, sql` + `)} desc, ` : sql``
  return sql`select l.address, l.area, l.state from lab_location l
    left join place on place.state = l.state and place.area = l.area
    where l.lab_id = lab.id and l.active order by ${wanted}l.position, l.id limit 1`
}

/** A page whose rows carry the total. A page behind the last one has no rows, so its total is counted separately. */
async function withTotal(
  labs: readonly (ListedLab & { total: number })[],
  { offset }: Page,
  alone: () => Promise<number>,
): Promise<LabPage> {
  const [first] = labs
  if (first) return { labs: [...labs], total: first.total }
  return { labs: [], total: offset === 0 ? 0 : await alone() }
}

async function totalOf(db: Db, counting: Found): Promise<number> {
  const { rows } = await sql<{ total: number }>`${counting}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Selects the labs of the page first, so that only these are joined to locations and favourites. */
function pageOf(
  { accountId, limit, offset }: Omit<Page, 'filter'>,
  { where, order, total = sql`0`, words = [] }: Sought,
): RawBuilder<ListedLab & { total: number }> {
  return sql`
    select lab.id, lab.slug, lab.name, lab.about, lab.founded_year as "foundedYear", lab.accreditation,
      lab.registration_number as "registrationNumber", lab.registration_expires_on as "registrationExpiresOn",
      lab.quality_assessment as "qualityAssessment", lab.iso_scope as "isoScope",
      lab.home_collection as "homeCollection", lab.offer_count as "offerCount", lab.location_count as "locationCount",
      lab.active, lab.demo, coalesce(main.address, '') as address, coalesce(main.area, '') as area,
      coalesce(main.state, '') as state,
      exists (select from favourite where account_id = ${accountId} and lab_id = lab.id) as "isFavourite",
      page.total
    from (select lab.id, row_number() over (order by ${order}) as place, ${total} as total from lab where ${where}
      order by ${order} limit ${limit} offset ${offset}) page
    join lab using (id)
    left join lateral (${nearestLocation(words)}) main on true
    order by page.place`
}

function count(where: Found): Found {
  return sql`select count(*) as total from lab where ${where}`
}
