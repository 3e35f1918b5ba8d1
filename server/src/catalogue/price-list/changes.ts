import { addDays, type LagosDate, lagosDate, parseLagosDate } from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'
import { setOfferCounts } from '../../lab/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { countOffers } from '../import-repository.ts'
import * as changeRows from './change-repository.ts'
import {
  type ChangeLine,
  type KnownTest,
  lineFor,
  linesFor,
  mayChange,
  raisedBy,
  type Terms,
  type Wish,
} from './policy.ts'
import { knownTests, type PriceRow, priceOf } from './repository.ts'
import { readLabSheet, type SheetProblem } from './sheet.ts'

/** Who changes a lab's prices, and when. */
export type Hand = { readonly labId: number; readonly accountId: number; readonly at: Date }

export type Preview = { readonly change: changeRows.ChangeRow | null; readonly unchanged: number }

/** A file may be as large as this, in bytes. */
const largestFile = 1_000_000

/**
 * Says what a file of prices would change, and keeps it to be confirmed; with any problem nothing is kept. Refuses
 * `too_large`.
 */
export async function proposeFile(
  db: Db,
  hand: Hand,
  text: string,
): Promise<Preview & { readonly problems: readonly SheetProblem[] }> {
  if (Buffer.byteLength(text) > largestFile) throw new DomainError('too_large')
  const { basedOn, tests } = await readList(db, hand.labId)
  const { wishes, problems } = await readLabSheet(text, tests)
  if (problems.length > 0) return { change: null, unchanged: 0, problems }
  const found = linesFor(new Map(tests.map((test) => [test.testId, test])), wishes)
  return { ...(await offer(db, hand, { source: 'file', basedOn, ...found })), problems: [] }
}

/** Says what prices would be with a percentage on them, in hundredths of a per cent, and keeps it to be confirmed. */
export async function proposePercentage(
  db: Db,
  hand: Hand,
  { percentBps, department }: { readonly percentBps: number; readonly department: string | null },
): Promise<Preview> {
  const { basedOn, tests } = await readList(db, hand.labId)
  const wishes = tests.flatMap(({ testId, terms, department: own }): Wish[] =>
    terms === null || (department !== null && own !== department)
      ? []
      : [{ testId, priceKobo: raisedBy(terms.priceKobo, percentBps) }],
  )
  const found = linesFor(new Map(tests.map((test) => [test.testId, test])), wishes)
  return await offer(db, hand, { source: 'percentage', basedOn, percentBps, department, ...found })
}

/**
 * The list for whoever looks. Nobody waits for them: the version is read first, so a list that turns in between is refused
 * when it comes to be confirmed.
 */
async function readList(db: Db, labId: number): Promise<{ basedOn: number; tests: KnownTest[] }> {
  const basedOn = await changeRows.listVersion(db, labId)
  return { basedOn, tests: await knownTests(db, labId) }
}

/** Keeps a change to be confirmed, in place of what the same person looked at before. */
async function offer(db: Db, hand: Hand, found: Found): Promise<Preview> {
  return await db.transaction().execute(async (tx) => {
    await changeRows.lockList(tx, hand.labId)
    await changeRows.forgetPreviewsOf(tx, hand.labId, hand.accountId)
    return await keep(tx, hand, found)
  })
}

type Found = {
  readonly id?: string
  readonly source: changeRows.ChangeRow['source']
  readonly basedOn: number
  readonly percentBps?: number
  readonly department?: string | null
  readonly lines: readonly ChangeLine[]
  readonly unchanged: number
}

async function keep(tx: Tx, { labId, accountId, at }: Hand, { lines, ...made }: Found): Promise<Preview> {
  const { unchanged } = made
  if (lines.length === 0) return { change: null, unchanged }
  const id = await changeRows.insertChange(tx, { ...made, lab_id: labId, made_by: accountId, at }, lines)
  if (id === null) throw new DomainError('wrong_state')
  return { change: await requireChange(tx, labId, id), unchanged }
}

/** A change of the lab. Refuses `not_found`. */
export async function requireChange(db: Db, labId: number, id: string): Promise<changeRows.ChangeRow> {
  const change = await changeRows.changeOf(db, labId, id)
  if (!change) throw new DomainError('not_found')
  return change
}

type One = Omit<Wish, 'testId'> & {
  readonly code: string
  /** Names this save: again with the same changes nothing more. */
  readonly key: string
  /** What the caller saw; null where the lab did not offer it. */
  readonly seen: Terms | null
  readonly from: string | null
}

/**
 * Sets what the lab says of one test, from `on` or now, by the same door as any change. The change is null where nothing
 * would be other. Refuses `not_found`, `not_in_lab`, `price_list_changed`, `price_planned`, `day_passed` and
 * `wrong_state` where the key names something else.
 */
export async function setOne(
  tx: Tx,
  hand: Hand,
  { code, key, seen, from, ...wish }: One,
): Promise<{ change: changeRows.ChangeRow | null; test: PriceRow }> {
  const { labId, at } = hand
  const basedOn = await changeRows.lockList(tx, labId)
  const test = await priceOf(tx, labId, code)
  if (!test) throw new DomainError('not_found')
  const saved = await changeRows.changeOf(tx, labId, key)
  if (saved?.confirmed_at) return { change: saved, test }
  if (!sameTerms(test.terms, seen)) throw new DomainError('price_list_changed')
  const line = lineFor(test, { testId: test.testId, ...wish })
  if (!mayChange(test, line)) throw new DomainError('not_in_lab')
  const on = dayFrom(from, at)
  if (on > lagosDate(at) && (await changeRows.isPlanned(tx, labId, test.testId, on)))
    throw new DomainError('price_planned')
  if (!line) return { change: null, test }
  const { change } = await keep(tx, hand, { id: key, source: 'edit', basedOn, lines: [line], unchanged: 0 })
  return { change: change && (await confirmChange(tx, hand, change.id, from)), test }
}

function sameTerms(are: Terms | null, seen: Terms | null): boolean {
  if (are === null || seen === null) return are === seen
  return (
    are.priceKobo === seen.priceKobo &&
    are.active === seen.active &&
    are.hours === seen.hours &&
    are.atHome === seen.atHome
  )
}

/** How far ahead a change may be planned, in days. */
const furthest = 366

/**
 * Makes a change, all of it or nothing, at once or from a day on. Doing it again changes nothing. Refuses `not_found`,
 * `wrong_state` once it was taken back, `price_list_changed` where the list is no longer the one that it was made from,
 * and `day_passed`.
 */
export async function confirmChange(
  tx: Tx,
  hand: Hand,
  id: string,
  from: string | null,
): Promise<changeRows.ChangeRow> {
  const { labId, at } = hand
  const version = await changeRows.lockList(tx, labId)
  const change = await requireChange(tx, labId, id)
  if (change.withdrawn_at) throw new DomainError('wrong_state')
  if (change.confirmed_at) return change
  if (change.based_on !== version) throw new DomainError('price_list_changed')
  const on = dayFrom(from, at)
  await changeRows.markConfirmed(tx, id, hand, on)
  if (on === lagosDate(at)) await apply(tx, change, at)
  else await changeRows.turnLists(tx, [labId])
  return await requireChange(tx, labId, id)
}

/** The day from which a change holds: today where none is said. */
function dayFrom(typed: string | null, at: Date): LagosDate {
  const today = lagosDate(at)
  if (typed === null) return today
  const day = parseLagosDate(typed)
  if (!day || day > addDays(today, furthest))
    throw new DomainError('invalid', { fields: { from: 'Choose a day within a year from now.' } })
  if (day < today) throw new DomainError('day_passed')
  return day
}

/** The list must be locked, or about to be changed by nobody else. */
async function apply(tx: Tx, change: changeRows.ChangeRow, at: Date): Promise<void> {
  await changeRows.applyLines(tx, change, at)
  await changeRows.markApplied(tx, change.id, at)
  await changeRows.turnLists(tx, [change.lab_id])
  await setOfferCounts(tx, await countOffers(tx, [change.lab_id]))
}

/** Takes a change back whose day has not come. Doing it again changes nothing. Refuses `not_found` and `wrong_state`. */
export async function withdrawChange(tx: Tx, hand: Hand, id: string): Promise<changeRows.ChangeRow> {
  await changeRows.lockList(tx, hand.labId)
  const change = await requireChange(tx, hand.labId, id)
  if (change.withdrawn_at) return change
  if (!change.confirmed_at || change.applied_at) throw new DomainError('wrong_state')
  // Its prices hold already for whoever reads the day.
  if ((change.effective_on ?? '') <= lagosDate(hand.at)) throw new DomainError('wrong_state')
  await changeRows.markWithdrawn(tx, id, hand)
  await changeRows.turnLists(tx, [hand.labId])
  return await requireChange(tx, hand.labId, id)
}

/** Told of a change that could not be made on its day. */
export type OnFailure = (error: unknown, changeId: string) => void

/**
 * Makes every change whose day has come, of all labs or one, each once, and answers how many it made. Several may do it at
 * once. One that fails is told and stays; the others do not wait for it.
 */
export async function applyDueChanges(
  db: Db,
  clock: Clock,
  onFailure: OnFailure,
  labId: number | null = null,
): Promise<number> {
  let made = 0
  for (const due of await changeRows.dueChanges(db, lagosDate(clock.now()), labId)) {
    const did = await applyDue(db, due, clock.now()).catch((error: unknown) => {
      onFailure(error, due.id)
      return false
    })
    if (did) made += 1
  }
  return made
}

async function applyDue(
  db: Db,
  due: { readonly id: string; readonly labId: number },
  at: Date,
): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    await changeRows.lockList(tx, due.labId)
    const change = await requireChange(tx, due.labId, due.id)
    if (change.applied_at || change.withdrawn_at) return false
    await apply(tx, change, at)
    return true
  })
}

/** Forgets changes that nobody decided for within a day. */
export async function tidyPreviews(db: Db, clock: Clock): Promise<void> {
  await changeRows.forgetPreviews(db, new Date(clock.now().getTime() - 24 * 60 * 60 * 1000))
}
