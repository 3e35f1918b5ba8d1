import type { Kobo } from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'
import { readSheet, type Sheet } from '../../infra/files/spreadsheet.ts'
import { labsBySlug, setOfferCounts } from '../labs/index.ts'
import { allTests, countOffers, type Price, upsertOffers, withdrawOffers } from './import-repository.ts'
import { keepHistory, lockLabs, turnLists } from './price-lists/change-repository.ts'

/** A price from a file; null if the file says 0, which removes the test from the lab's list. */
type PriceLine = {
  readonly line: number
  readonly labSlug: string
  readonly testCode: string
  readonly priceKobo: Kobo | null
}

const columns = { needed: ['lab_slug', 'test_code', 'price_ngn'] }

/** Reads a file of prices. Adds every error to `problems`. */
export function readPriceSheet(sheet: Sheet, problems: string[]): PriceLine[] {
  const seen = new Map<string, number>()
  return readSheet(sheet, columns, problems, (cells) => {
    const labSlug = cells.text('lab_slug', 120)
    const testCode = cells.text('test_code', 120)
    const key = `${labSlug} ${testCode}`
    if (seen.has(key)) cells.wrong('test_code', `line ${seen.get(key)} has this lab and test too`)
    seen.set(key, cells.line)
    return { line: cells.line, labSlug, testCode, priceKobo: cells.naira('price_ngn', 0) || null }
  })
}

/** Prices are imported in batches of this size, so that no statement grows with the file. */
const batch = 10_000

/** Inserts or updates prices and recounts what those labs offer. Other prices stay unchanged. */
export async function importPrices(tx: Tx, prices: readonly Price[], at: Date): Promise<void> {
  const labIds = [...new Set(prices.map(({ labId }) => labId))]
  await turnLists(tx, labIds)
  await lockLabs(tx, labIds)
  for (let start = 0; start < prices.length; start += batch) {
    const some = prices.slice(start, start + batch)
    await keepHistory(tx, some, at)
    await upsertOffers(tx, some, at)
    await withdrawOffers(tx, some, at)
  }
  await setOfferCounts(tx, await countOffers(tx, labIds))
}

/** Matches the prices of a file with the labs and tests of the database. Adds a problem for each that does not match. */
export async function resolvePrices(
  db: Db,
  lines: readonly PriceLine[],
  problems: string[],
): Promise<Price[]> {
  const labs = await labsBySlug(db, [...new Set(lines.map(({ labSlug }) => labSlug))])
  const tests = new Map((await allTests(db)).map((test) => [test.code, test]))
  return lines.flatMap(({ line, labSlug, testCode, priceKobo }) => {
    const [lab, test] = [labs.get(labSlug), tests.get(testCode)]
    if (!lab)
      problems.push(`line ${line}: lab_slug is "${labSlug}"; there is no such lab, so import it first`)
    if (!test) problems.push(`line ${line}: test_code is "${testCode}"; the catalogue has no such test`)
    if (!lab || !test) return []
    const missing = test.departments.filter((department) => !lab.departments.includes(department))
    if (priceKobo !== null && missing.length > 0)
      problems.push(
        `line ${line}: test_code is "${testCode}"; ${labSlug} has no department ${missing.join(', ')}`,
      )
    return [{ labId: lab.id, testId: test.id, priceKobo }]
  })
}
