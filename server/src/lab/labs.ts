import type { Db } from '../db.ts'
import { Refusal } from '../platform/refusal.ts'
import * as listing from './listing-rows.ts'
import * as rows from './rows.ts'
import { searchWords, tidy } from './rules.ts'

export type LabPage = { readonly labs: listing.ListedLab[]; readonly total: number }

/**
 * One page of the labs that offer tests. `q` keeps those whose name has every word of it, the closest first; only where
 * there is none, those whose name resembles it. The total counts the same condition.
 */
export async function listLabs(
  db: Db,
  accountId: number,
  asked: { page: number; limit: number; q?: string | undefined },
): Promise<LabPage> {
  const page = { accountId, limit: asked.limit, offset: (asked.page - 1) * asked.limit }
  const search = { typed: tidy(asked.q ?? ''), words: searchWords(asked.q) }
  if (search.words.length === 0)
    return await withTotal(page, await listing.labsByName(db, page), () => listing.countListed(db))

  const named = await withTotal(page, await listing.labsNamed(db, search, page), () =>
    listing.countNamed(db, search),
  )
  if (named.total > 0) return named
  return await db.transaction().execute(async (tx) => {
    await listing.allowTypos(tx)
    return await withTotal(page, await listing.labsResembling(tx, search, page), () =>
      listing.countResembling(tx, search),
    )
  })
}

/** A page that is begun and not full tells the total by itself; only another needs the count. */
async function withTotal(
  page: listing.Page,
  labs: listing.ListedLab[],
  count: () => Promise<number>,
): Promise<LabPage> {
  const isLast = labs.length < page.limit && (labs.length > 0 || page.offset === 0)
  return { labs, total: isLast ? page.offset + labs.length : await count() }
}

/** An active lab by slug or name, whatever the case, accents and spaces. Refuses `unknown_lab`. */
export async function requireLab(db: Db, reference: string): Promise<rows.LabRow> {
  const lab = await rows.findLab(db, tidy(reference))
  if (!lab) throw new Refusal('unknown_lab')
  return lab
}

/** A lab by slug or name, as lists show it. Refuses `unknown_lab`. */
export async function readLab(db: Db, accountId: number, reference: string): Promise<listing.ListedLab> {
  const { id } = await requireLab(db, reference)
  const lab = await listing.listedLab(db, accountId, id)
  if (!lab) throw new Refusal('unknown_lab')
  return lab
}

/** An active lab by slug or name with its active location at an address, whatever the case, accents and spaces. */
export async function findLabAt(db: Db, reference: string, address: string): Promise<rows.LabAt | undefined> {
  return await rows.findLabAt(db, tidy(reference), tidy(address))
}
