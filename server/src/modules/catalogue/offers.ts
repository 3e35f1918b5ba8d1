import type { ClinicalQuestion, Kobo, LabTest, PausedTest } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { activeAmong, type LabAt, splitLabAndLocation, tidy } from '../labs/index.ts'
import { type Facts, factsOf } from './facts/facts.ts'
import { tidyName } from './policy.ts'
import { labTest, termsOf } from './present.ts'
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
  /** For whom it usually is; a package is for one sex if none of its tests is for the other. */
  readonly sex: 'any' | 'male' | 'female'
  readonly asks: readonly ClinicalQuestion[]
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
    if (!test) return []
    const { name, departments, includes, fastingHours, preparation, specimen, sex, asks } = test
    const { turnaroundHours, homeCollection } = termsOf(test, offer, labFactor)
    return {
      testId: test.id,
      name,
      departments,
      includes,
      fastingHours,
      preparation,
      specimen,
      priceKobo: offer.priceKobo,
      turnaroundHours,
      homeCollection,
      sex,
      asks,
    }
  })
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
  const tidied = pairs.map(({ name, priceKobo }) => ({ name: tidyName(name), priceKobo }))
  const labs = await activeAmong(db, await repository.labsOffering(db, tidied))
  return labs.slice(0, 2)
}
