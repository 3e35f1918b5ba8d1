import type { Kobo, LabTest, PausedTest } from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import {
  activeAmong,
  type LabAt,
  labsBySlug,
  setOfferCounts,
  splitLabAndLocation,
  tidy,
} from '../labs/index.ts'
import { type Facts, factsOf } from './facts/facts.ts'
import type { TestFacts } from './facts/repository.ts'
import { allTests, countOffers, type Price, upsertOffers, withdrawOffers } from './import-repository.ts'
import { promisedHours, tidyName } from './policy.ts'
import { labTest } from './present.ts'
import { keepHistory, lockLabs, turnLists } from './price-lists/change-repository.ts'
import type { PriceLine } from './price-sheet.ts'
import * as repository from './repository.ts'

/** A test of a lab with everything that a booking stores of it. */
export type BookableOffer = {
  readonly testId: number
  readonly name: string
  readonly priceKobo: Kobo
  /** The departments that a location needs to do it. */
  readonly departments: readonly string[]
  /** Names of the tests of a package; empty for a test. */
  readonly includes: readonly string[]
  readonly fastingHours: number
  readonly preparation: string
  readonly specimen: string
  /** The lab's promised hours. */
  readonly turnaroundHours: number
  readonly homeCollection: boolean
}

/** What a lab offers, and which of its tests are paused. */
export type LabList = {
  readonly lab: string
  readonly tests: LabTest[]
  readonly paused: PausedTest[]
}

/**
 * What an active lab (by slug or name) offers under these names, ignoring case, accents and extra spaces. Names that it
 * does not offer are left out. The result has the catalogue's spelling, so the caller must match names accordingly.
 */
export async function offersByName(db: Db, lab: string, names: readonly string[]): Promise<BookableOffer[]> {
  const found = await repository.offersNamed(db, tidy(lab), names.map(tidyName))
  if (!found) return []
  return bookableOf(await factsOf(db, found.edition), found.offers, found.labFactor)
}

/** A lab and its location, as `findLabAt` finds them, with what the lab offers under these names. One statement. */
export async function offersAt(
  db: Db,
  lab: string,
  address: string,
  names: readonly string[],
): Promise<{ readonly site: LabAt; readonly offers: BookableOffer[] } | undefined> {
  const at = { reference: tidy(lab), address: tidy(address) }
  const found = await repository.offersNamedAt(db, at, names.map(tidyName))
  if (!found) return undefined
  const { edition, offers, ...site } = found
  return {
    site: splitLabAndLocation(site),
    offers: bookableOf(await factsOf(db, edition), offers, site.turnaroundFactor),
  }
}

function bookableOf(
  facts: Facts,
  offers: readonly repository.OfferRow[],
  labFactor: number,
): BookableOffer[] {
  return offers.flatMap((offer) => {
    const test = facts.get(offer.testId)
    return test ? [bookable(test, offer, labFactor)] : []
  })
}

function bookable(test: TestFacts, offer: repository.OfferRow, labFactor: number): BookableOffer {
  return {
    testId: test.id,
    name: test.name,
    priceKobo: offer.priceKobo,
    departments: test.departments,
    includes: test.includes,
    fastingHours: test.fastingHours,
    preparation: test.preparation,
    specimen: test.specimen,
    turnaroundHours: offer.ownHours ?? promisedHours(test.turnaroundHours, labFactor),
    homeCollection: test.homeCollection && offer.atHome,
  }
}

/**
 * A lab's list of tests, by its slug or name: what it offers, the popular ones first, then by name, and what it has paused.
 * Throws `unknown_lab`.
 */
export async function readLabList(db: Db, reference: string): Promise<LabList> {
  const found = await repository.offersOfLab(db, tidy(reference))
  if (!found) throw new DomainError('unknown_lab')
  const { lab, labFactor, paused } = found
  const offers = new Map(found.offers.map((offer) => [offer.testId, offer]))
  const tests: LabTest[] = []
  for (const [id, test] of await factsOf(db, found.edition)) {
    const offer = offers.get(id)
    if (offer) tests.push(labTest(test, offer, labFactor))
  }
  return { lab, tests, paused: paused.map(({ code, name, until }) => ({ code, testName: name, until })) }
}

/**
 * At most two active labs that offer every one of these tests at exactly its price; two already mean that it is ambiguous.
 */
export async function labsMatching(
  db: Db,
  pairs: readonly { readonly name: string; readonly priceKobo: Kobo }[],
): Promise<number[]> {
  const asked = pairs.map(({ name, priceKobo }) => ({ name: tidyName(name), priceKobo }))
  const labs = await activeAmong(db, await repository.labsOffering(db, asked))
  return labs.slice(0, 2)
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
