import { addDays, type LagosDate, lagosDate, parseLagosDate } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { setOfferCounts } from '../../labs/index.ts'
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

/** Which account changes which lab's prices, and when. */
export type ByManager = { readonly labId: number; readonly accountId: number; readonly at: Date }

export type Preview = { readonly change: changeRows.ChangeRow | null; readonly unchanged: number }

/** The largest price file, in bytes. */
const largestFile = 1_000_000

/**
 * Previews what a file of prices would change and stores it for confirmation. Stores nothing if there is any problem.
 * Throws `too_large`.
 */
export async function proposeFile(
  db: Db,
  by: ByManager,
  text: string,
): Promise<Preview & { readonly problems: readonly SheetProblem[] }> {
  if (Buffer.byteLength(text) > largestFile) throw new DomainError('too_large')
  const { basedOn, tests } = await readList(db, by.labId)
  const { wishes, problems } = await readLabSheet(text, tests)
  if (problems.length > 0) return { change: null, unchanged: 0, problems }
  const found = linesFor(new Map(tests.map((test) => [test.testId, test])), wishes)
  return { ...(await offer(db, by, { source: 'file', basedOn, ...found })), problems: [] }
}

/** Previews prices with a percentage added, in hundredths of a per cent, and stores it for confirmation. */
export async function proposePercentage(
  db: Db,
  by: ByManager,
  { percentBps, department }: { readonly percentBps: number; readonly department: string | null },
): Promise<Preview> {
  const { basedOn, tests } = await readList(db, by.labId)
  const wishes = tests.flatMap(({ testId, terms, department: own }): Wish[] =>
    terms === null || (department !== null && own !== department)
      ? []
      : [{ testId, priceKobo: raisedBy(terms.priceKobo, percentBps) }],
  )
  const found = linesFor(new Map(tests.map((test) => [test.testId, test])), wishes)
  return await offer(db, by, { source: 'percentage', basedOn, percentBps, department, ...found })
}

/**
 * Reads the list without a lock. The version is read first, so if the list changes meanwhile, the confirmation is refused.
 */
async function readList(db: Db, labId: number): Promise<{ basedOn: number; tests: KnownTest[] }> {
  const basedOn = await changeRows.listVersion(db, labId)
  return { basedOn, tests: await knownTests(db, labId) }
}

/** Stores a change for confirmation. It replaces earlier previews of the same account. */
async function offer(db: Db, by: ByManager, found: Found): Promise<Preview> {
  return await db.transaction().execute(async (tx) => {
    await changeRows.lockList(tx, by.labId)
    await changeRows.forgetPreviewsOf(tx, by.labId, by.accountId)
    return await keep(tx, by, found)
  })
}

type Found = Omit<changeRows.NewChange, 'lab_id' | 'made_by' | 'at'> & {
  readonly lines: readonly ChangeLine[]
}

async function keep(
  tx: Tx,
  { labId, accountId, at }: ByManager,
  { lines, ...made }: Found,
): Promise<Preview> {
  const { unchanged } = made
  if (lines.length === 0) return { change: null, unchanged }
  const id = await changeRows.insertChange(tx, { ...made, lab_id: labId, made_by: accountId, at }, lines)
  if (id === null) throw new DomainError('wrong_state')
  return { change: await requireChange(tx, labId, id), unchanged }
}

/** A change of the lab. Throws `not_found`. */
export async function requireChange(db: Db, labId: number, id: string): Promise<changeRows.ChangeRow> {
  const change = await changeRows.changeOf(db, labId, id)
  if (!change) throw new DomainError('not_found')
  return change
}

type One = Omit<Wish, 'testId'> & {
  readonly code: string
  /** Identifies this save: repeating it has no further effect. */
  readonly key: string
  /** What the caller saw; null if the lab did not offer it. */
  readonly seen: Terms | null
  readonly from: string | null
}

/**
 * Sets the terms of one test from the day `from` or now, as a confirmed price list change. The change is null if nothing
 * differs. Throws `not_found`, `not_in_lab`, `price_list_changed`, `price_planned`, `day_passed`, and `wrong_state` if the
 * key belongs to something else.
 */
export async function setOne(
  tx: Tx,
  by: ByManager,
  { code, key, seen, from, ...wish }: One,
): Promise<{ change: changeRows.ChangeRow | null; test: PriceRow }> {
  const { labId, at } = by
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
  const { change } = await keep(tx, by, { id: key, source: 'edit', basedOn, lines: [line], unchanged: 0 })
  return { change: change && (await confirmChange(tx, by, change.id, from)), test }
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
 * Confirms a change and applies all of it, immediately or from a day on. Calling it again has no effect. Throws
 * `not_found`, `wrong_state` if it was withdrawn, `price_list_changed` if the list has changed since the preview, and
 * `day_passed`.
 */
export async function confirmChange(
  tx: Tx,
  by: ByManager,
  id: string,
  from: string | null,
): Promise<changeRows.ChangeRow> {
  const { labId, at } = by
  const version = await changeRows.lockList(tx, labId)
  const change = await requireChange(tx, labId, id)
  if (change.withdrawn_at) throw new DomainError('wrong_state')
  if (change.confirmed_at) return change
  if (change.based_on !== version) throw new DomainError('price_list_changed')
  const on = dayFrom(from, at)
  const decision = { confirmed_by: by.accountId, confirmed_at: at, effective_on: on }
  await changeRows.recordDecision(tx, id, decision)
  if (on === lagosDate(at)) await apply(tx, change, at)
  else await changeRows.turnLists(tx, [labId])
  return await requireChange(tx, labId, id)
}

/** The day from which a change applies: today if none is given. */
function dayFrom(typed: string | null, at: Date): LagosDate {
  const today = lagosDate(at)
  if (typed === null) return today
  const day = parseLagosDate(typed)
  if (!day || day > addDays(today, furthest))
    throw new DomainError('invalid', { fields: { from: 'Choose a day within a year from now.' } })
  if (day < today) throw new DomainError('day_passed')
  return day
}

/** The caller holds the lock of the list, or no other transaction can change it. */
async function apply(tx: Tx, change: changeRows.ChangeRow, at: Date): Promise<void> {
  await changeRows.applyLines(tx, change, at)
  await changeRows.recordDecision(tx, change.id, { applied_at: at })
  await changeRows.turnLists(tx, [change.lab_id])
  await setOfferCounts(tx, await countOffers(tx, [change.lab_id]))
}

/** Withdraws a change whose day has not come. Calling it again has no effect. Throws `not_found` and `wrong_state`. */
export async function withdrawChange(tx: Tx, by: ByManager, id: string): Promise<changeRows.ChangeRow> {
  await changeRows.lockList(tx, by.labId)
  const change = await requireChange(tx, by.labId, id)
  if (change.withdrawn_at) return change
  if (!change.confirmed_at || change.applied_at) throw new DomainError('wrong_state')
  // From its day on, readers already see its prices.
  if ((change.effective_on ?? '') <= lagosDate(by.at)) throw new DomainError('wrong_state')
  await changeRows.recordDecision(tx, id, { withdrawn_by: by.accountId, withdrawn_at: by.at })
  await changeRows.turnLists(tx, [by.labId])
  return await requireChange(tx, by.labId, id)
}

/**
 * Applies every change whose day has come, of all labs or one, each once. Returns how many it applied. Concurrent calls are
 * safe. A change that fails is reported to `onFailure` and stays; the others continue.
 */
export async function applyDueChanges(
  db: Db,
  clock: Clock,
  onFailure: (error: unknown, changeId: string) => void,
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

/** Deletes changes that were not confirmed within a day. */
export async function tidyPreviews(db: Db, clock: Clock): Promise<void> {
  await changeRows.forgetPreviews(db, new Date(clock.now().getTime() - 24 * 60 * 60 * 1000))
}
