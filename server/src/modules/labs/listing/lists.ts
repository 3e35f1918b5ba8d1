import type { Db } from '../../../db.ts'
import { searchWords, tidy } from '../policy.ts'
import { mostAlike } from './alike.ts'
import * as repository from './repository.ts'

export type LabQuery = {
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
export async function listLabs(db: Db, accountId: number, query: LabQuery): Promise<repository.LabPage> {
  const { limit, favourite, home, iso } = query
  const filter = { favourite: favourite === 'yes', home: home === 'yes', iso: iso === 'yes' }
  const page = { accountId, limit, offset: (query.page - 1) * limit, filter }
  const search = { typed: tidy(query.q ?? ''), words: searchWords(query.q) }
  if (search.words.length === 0) return await repository.labsByName(db, page)
  const named = await repository.labsNamed(db, search, page)
  return named.total > 0 ? named : await resemblingLabs(db, search.words, page)
}

async function resemblingLabs(
  db: Db,
  typed: readonly string[],
  page: repository.Page,
): Promise<repository.LabPage> {
  const words = await repository.foldedWords(db, typed)
  const { ids, meant } = mostAlike(words, await repository.resembling(db, words, page))
  return { labs: await repository.labsNumbered(db, ids, meant, page), total: ids.length }
}
