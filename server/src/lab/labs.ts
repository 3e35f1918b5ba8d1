import type { Db } from '../db.ts'
import { Refusal } from '../platform/refusal.ts'
import { type Findable, type FindableLabs, mostAlike, numberWords } from './alike.ts'
import * as listing from './listing-rows.ts'
import * as rows from './rows.ts'
import { searchWords, tidy } from './rules.ts'

export type Asked = {
  readonly page: number
  readonly limit: number
  readonly q?: string | undefined
  readonly favourite?: 'yes' | undefined
  readonly home?: 'yes' | undefined
  readonly iso?: 'yes' | undefined
}

/**
 * One page of the labs that offer tests. `q` keeps those that have every word of it in their name or places, names
 * first; only where there is none, those that resemble it. The total counts the same condition.
 */
export async function listLabs(db: Db, accountId: number, asked: Asked): Promise<listing.LabPage> {
  const { limit, favourite, home, iso } = asked
  const filter = { favourite: favourite === 'yes', home: home === 'yes', iso: iso === 'yes' }
  const page = { accountId, limit, offset: (asked.page - 1) * limit, filter }
  const search = { typed: tidy(asked.q ?? ''), words: searchWords(asked.q) }
  if (search.words.length === 0) return await listing.labsByName(db, page)
  const named = await listing.labsNamed(db, search, page)
  return named.total > 0 ? named : await resemblingLabs(db, search.words, page)
}

async function resemblingLabs(
  db: Db,
  typed: readonly string[],
  page: listing.Page,
): Promise<listing.LabPage> {
  const { accountId, filter } = page
  const [words, known, favourites] = await Promise.all([
    listing.foldedWords(db, typed),
    findableLabs(db),
    filter.favourite ? listing.favouritesOf(db, accountId) : null,
  ])
  const isWanted = ({ id, home, iso }: Findable) =>
    (home || !filter.home) && (iso || !filter.iso) && (favourites?.has(id) ?? true)
  const { ids, meant } = mostAlike(words, known, isWanted)
  return { labs: await listing.labsNumbered(db, ids, meant, page), total: ids.length }
}

const kept: WeakMap<Db, { readonly version: number; readonly labs: FindableLabs }> = new WeakMap()

/** Every lab in lists with its words: read again where anything of it has changed since this process read it. */
async function findableLabs(db: Db): Promise<FindableLabs> {
  // Before the labs: those of a later version are then read once more, and none is taken for newer than it is.
  const version = await listing.listingVersion(db)
  const before = kept.get(db)
  if (before?.version === version) return before.labs
  const labs = numberWords(await listing.findable(db))
  kept.set(db, { version, labs })
  return labs
}

/** An active lab by slug or name, whatever the case, accents and spaces. Refuses `unknown_lab`. */
export async function requireLab(db: Db, reference: string): Promise<rows.LabRow> {
  const lab = await rows.findLab(db, tidy(reference))
  if (!lab) throw new Refusal('unknown_lab')
  return lab
}

/** A lab by slug or name, as lists show it. Refuses `unknown_lab`. */
export async function readLab(db: Db, accountId: number, reference: string): Promise<listing.ListedLab> {
  const lab = await listing.listedLab(db, accountId, tidy(reference))
  if (!lab) throw new Refusal('unknown_lab')
  return lab
}

/** An active lab by slug or name with its active location at an address, whatever the case, accents and spaces. */
export async function findLabAt(db: Db, reference: string, address: string): Promise<rows.LabAt | undefined> {
  return await rows.findLabAt(db, tidy(reference), tidy(address))
}
