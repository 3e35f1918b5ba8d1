import type { Db } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { lockActive } from '../accounts/index.ts'
import { mostAlike } from './listing/alike.ts'
import * as listing from './listing/repository.ts'
import { searchWords, tidy } from './policy.ts'
import * as repository from './repository.ts'

/** An active lab by slug or name, ignoring case, accents and extra spaces. Throws `unknown_lab`. */
export async function requireLab(db: Db, reference: string): Promise<repository.LabRow> {
  const lab = await repository.findLab(db, tidy(reference))
  if (!lab) throw new DomainError('unknown_lab')
  return lab
}

/** A lab by slug or name, as lists show it. Throws `unknown_lab`. */
export async function readLab(db: Db, accountId: number, reference: string): Promise<listing.ListedLab> {
  const lab = await listing.listedLab(db, accountId, tidy(reference))
  if (!lab) throw new DomainError('unknown_lab')
  return lab
}

/** An active lab by slug or name with its active location at an address, ignoring case, accents and extra spaces. */
export async function findLabAt(
  db: Db,
  reference: string,
  address: string,
): Promise<repository.LabAt | undefined> {
  return await repository.findLabAt(db, tidy(reference), tidy(address))
}

type LabQuery = {
  readonly page: number
  readonly limit: number
  readonly q?: string | undefined
  readonly favourite?: 'yes' | undefined
  readonly home?: 'yes' | undefined
  readonly iso?: 'yes' | undefined
}

/**
 * One page of the labs that offer tests, and how many labs match in all. `q` keeps the labs that have every word of it in
 * their name or places, names first. If no lab has them all, it keeps the labs that resemble it, so a typing mistake still
 * finds its lab.
 */
export async function listLabs(db: Db, accountId: number, query: LabQuery): Promise<listing.LabPage> {
  const { limit, favourite, home, iso } = query
  const filter = { favourite: favourite === 'yes', home: home === 'yes', iso: iso === 'yes' }
  const page = { accountId, limit, offset: (query.page - 1) * limit, filter }
  const search = { typed: tidy(query.q ?? ''), words: searchWords(query.q) }
  if (search.words.length === 0) return await listing.labsByName(db, page)
  const named = await listing.labsNamed(db, search, page)
  return named.total > 0 ? named : await resemblingLabs(db, search.words, page)
}

async function resemblingLabs(
  db: Db,
  typed: readonly string[],
  page: listing.Page,
): Promise<listing.LabPage> {
  const words = await listing.foldedWords(db, typed)
  const { ids, meant } = mostAlike(words, await listing.resembling(db, words, page))
  return { labs: await listing.labsNumbered(db, ids, meant, page), total: ids.length }
}

/** Every list of labs reads all favourites of the account, so their number is limited. */
const mostFavourites = 300

/**
 * Makes a lab a favourite of an account. Calling it again has no effect. Throws `unknown_lab`, or `many_favourites` beyond
 * 300 favourites that are still active.
 */
export async function addFavourite(db: Db, clock: Clock, accountId: number, labSlug: string): Promise<void> {
  const lab = await requireLab(db, labSlug)
  await db.transaction().execute(async (tx) => {
    await lockActive(tx, accountId)
    await repository.lockFavouritesOf(tx, accountId)
    if ((await repository.countFavouritesBeside(tx, accountId, lab.id)) >= mostFavourites)
      throw new DomainError('many_favourites')
    await repository.insertFavourite(tx, accountId, lab.id, clock.now())
  })
}

/** Removes a favourite. Calling it again has no effect. Throws `unknown_lab`. */
export async function removeFavourite(db: Db, accountId: number, labSlug: string): Promise<void> {
  const lab = await requireLab(db, labSlug)
  await repository.deleteFavourite(db, accountId, lab.id)
}
