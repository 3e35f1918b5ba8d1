import type { Db } from '../../db.ts'
import { batchLoader } from '../../platform/batch-loader.ts'
import { keepAnswers } from '../../platform/kept-answers.ts'
import { searchWords, tidy } from '../policy.ts'
import { type Findable, type FindableLabs, mostAlike, numberWords } from './alike.ts'
import * as repository from './repository.ts'
import { type Standing, standingFor } from './standing-repository.ts'

export type Asked = {
  readonly page: number
  readonly limit: number
  readonly q?: string | undefined
  readonly favourite?: 'yes' | undefined
  readonly home?: 'yes' | undefined
  readonly iso?: 'yes' | undefined
}

/** Limits the cache. A page takes about 10 kB. */
const mostPages = 300
/** How many labs from the start of a list are cached, whatever the page size. */
const keptDepth = 120

/** What the process caches for the lists of one database. */
type Memory = {
  /** Calls in one turn of the event loop share one statement. */
  readonly standing: (accountId: number) => Promise<Standing>
  readonly pages: ReturnType<typeof keepAnswers<repository.LabPage>>
  readonly labs: ReturnType<typeof keepAnswers<FindableLabs>>
}

const memories: WeakMap<Db, Memory> = new WeakMap()

function memoryOf(db: Db): Memory {
  const before = memories.get(db)
  if (before) return before
  const standing = batchLoader(async (accountIds: readonly number[]) => {
    const all = await standingFor(db, accountIds)
    return accountIds.map(() => all)
  })
  const memory: Memory = { standing, pages: keepAnswers(mostPages), labs: keepAnswers(1) }
  memories.set(db, memory)
  return memory
}

/**
 * One page of the labs that offer tests. `q` selects labs with every word in their name or places, names first; if there is
 * none, labs that resemble it. The total counts the same selection. The first pages are cached and read again when any
 * listed lab changes.
 */
export async function listLabs(db: Db, accountId: number, asked: Asked): Promise<repository.LabPage> {
  const { limit, favourite, home, iso } = asked
  const filter = { favourite: favourite === 'yes', home: home === 'yes', iso: iso === 'yes' }
  const page = { accountId, limit, offset: (asked.page - 1) * limit, filter }
  const search = { typed: tidy(asked.q ?? ''), words: searchWords(asked.q) }
  const { standing, pages } = memoryOf(db)
  const { version, favourites } = await standing(accountId)
  const read = (page: repository.Page) => readPage(db, search, page, version)
  if (filter.favourite || page.offset + limit > keptDepth) return await read(page)
  const kept = await pages(version, JSON.stringify([search, filter, limit, page.offset]), () =>
    read({ ...page, accountId: nobody }),
  )
  const own = new Set(favourites[accountId])
  return { ...kept, labs: kept.labs.map((lab) => ({ ...lab, isFavourite: own.has(lab.id) })) }
}

/** A placeholder account without favourites, because cached pages are shared by all accounts. */
const nobody = 0

async function readPage(
  db: Db,
  search: repository.Search,
  page: repository.Page,
  version: number,
): Promise<repository.LabPage> {
  if (search.words.length === 0) return await repository.labsByName(db, page)
  const named = await repository.labsNamed(db, search, page)
  return named.total > 0 ? named : await resemblingLabs(db, search.words, page, version)
}

async function resemblingLabs(
  db: Db,
  typed: readonly string[],
  page: repository.Page,
  version: number,
): Promise<repository.LabPage> {
  const { accountId, filter } = page
  const [words, known, favourites] = await Promise.all([
    repository.foldedWords(db, typed),
    memoryOf(db).labs(version, 'all', async () => numberWords(await repository.findable(db))),
    filter.favourite ? repository.favouritesOf(db, accountId) : null,
  ])
  const isWanted = ({ id, home, iso }: Pick<Findable, 'id' | 'home' | 'iso'>) =>
    (home || !filter.home) && (iso || !filter.iso) && (favourites?.has(id) ?? true)
  const { ids, meant } = mostAlike(words, known, isWanted)
  return { labs: await repository.labsNumbered(db, ids, meant, page), total: ids.length }
}
