import { join } from 'node:path'
import { lagosDate } from '@labalaba/contract'
import type { Db, Tx } from '../server/src/db.ts'
import type { Clock } from '../server/src/infra/clock.ts'
import { refuseProblems } from '../server/src/infra/files/spreadsheet.ts'
import { loadOnce, readFileSet } from '../server/src/infra/loaded-set.ts'
import { createVerifiedAccount, type Hasher, staffOfAccount } from '../server/src/modules/accounts/index.ts'
import {
  allTests,
  importPrices,
  type Price,
  packageParts,
  packagePrice,
} from '../server/src/modules/catalogue/index.ts'
import { areasOf, setServed, visitedAreas } from '../server/src/modules/home-visits/index.ts'
import {
  departmentNames,
  hasRealLabs,
  importLabs,
  type LabLine,
  labsBySlug,
  placeMember,
  readLabSheets,
} from '../server/src/modules/labs/index.ts'
import { verifyForDemo } from '../server/src/modules/licences/index.ts'
import { demoAccounts, demoLab, demoPassword } from './accounts.ts'
import { madeUpPrice } from './prices.ts'

const files = {
  labs: join(import.meta.dirname, 'labs.csv'),
  locations: join(import.meta.dirname, 'locations.csv'),
  people: join(import.meta.dirname, 'people.csv'),
  // Prices are derived from the price bands of the tests, so the file is part of the set.
  tests: join(import.meta.dirname, '../reference/tests.csv'),
  packages: join(import.meta.dirname, '../reference/packages.csv'),
}

/** Increase it when this loader produces something else from the same files. */
const loaderVersion = 2

export type DemoDependencies = {
  readonly clock: Clock
  readonly hasher: Hasher
  /** When the accounts and prices begin; now if undefined. */
  readonly since?: Date
}

/**
 * Loads the invented labs, their locations and prices, and the demonstration's accounts into a database with the reference
 * catalogue. Changes nothing if a lab is real, or if exactly these files are loaded already.
 */
export async function loadDemo(
  db: Db,
  deps: DemoDependencies,
): Promise<'loaded' | 'unchanged' | 'real_labs'> {
  const { texts, hash } = readFileSet(files, loaderVersion)
  if (await hasRealLabs(db)) return 'real_labs'
  const now = deps.clock.now()
  const since = deps.since ?? now
  const loaded = await loadOnce(db, { name: 'demo', hash }, (tx) => loadLabs(tx, texts, { now, since }))
  const then = { hasher: deps.hasher, clock: { now: () => since } }
  for (const { duties, ...person } of demoAccounts(texts.people)) {
    const account = await createVerifiedAccount(db, then, { ...person, password: demoPassword })
    if (person.type === 'phlebotomist') await sendEverywhere(db, account)
    if (person.type === 'doctor') await verifyForDemo(db, account, now)
    if (duties.length === 0) continue
    const licence = duties.includes('verifier') ? 'DEMO 0001' : null
    const work = { lab: demoLab, duties: [...duties], locations: [], licence }
    await db.transaction().execute((tx) => placeMember(tx, account, work))
  }
  return loaded ? 'loaded' : 'unchanged'
}

/**
 * The demonstration's only phlebotomist serves every state in which a lab makes home visits, until an operator changes it.
 */
async function sendEverywhere(db: Db, accountId: number): Promise<void> {
  const member = await staffOfAccount(db, accountId)
  if (!member || (await areasOf(db, member.id))) return
  const areas = (await visitedAreas(db)).map(({ state }) => ({ state, area: '' }))
  await db.transaction().execute((tx) => setServed(tx, member.id, { areas, daily: 40 }))
}

type Times = { readonly now: Date; readonly since: Date }

async function loadLabs(
  tx: Tx,
  texts: { labs: string; locations: string },
  { now, since }: Times,
): Promise<void> {
  const around = { departments: await departmentNames(tx), today: lagosDate(now) }
  const problems: string[] = []
  const labsSheet = { text: texts.labs, name: 'labs.csv' }
  const locationsSheet = { text: texts.locations, name: 'locations.csv' }
  const labs = readLabSheets(labsSheet, locationsSheet, around, problems)
  refuseProblems(problems)
  await importLabs(tx, labs, { demo: true, at: now })
  await importPrices(tx, await madeUpPrices(tx, labs), since)
}

/** A lab offers every test of its departments, and every package of those tests that costs less than they do separately. */
async function madeUpPrices(tx: Tx, labs: readonly LabLine[]): Promise<Price[]> {
  const ids = await labsBySlug(
    tx,
    labs.map(({ slug }) => slug),
  )
  const tests = (await allTests(tx)).filter(({ kind }) => kind === 'test')
  const packages = await packageParts(tx)
  return labs.flatMap(({ slug, departments, priceFactor }) => {
    const lab = ids.get(slug)
    if (!lab) return []
    const offered = tests.filter((test) => test.departments.every((one) => departments.includes(one)))
    const prices = new Map(offered.map((test) => [test.id, madeUpPrice(slug, test.code, test, priceFactor)]))
    for (const { id, priceFactor: factor, testIds } of packages) {
      const members = testIds.flatMap((testId) => prices.get(testId) ?? [])
      if (members.length === testIds.length) prices.set(id, packagePrice(members, factor))
    }
    return [...prices].map(([testId, priceKobo]) => ({ labId: lab.id, testId, priceKobo }))
  })
}
