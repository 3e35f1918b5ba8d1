import { isDeepStrictEqual } from 'node:util'
import type * as contract from '@labalaba/contract'
import type { BodyOf, LabInterval, MeasuredLine } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { type MemberRow, requireDuty, requireWholeLab } from '../../labs/index.ts'
import type { AnalyteRow } from '../analytes/repository.ts'
import type { ByMember } from '../by-member.ts'
import { methodsOf, replaceMethod } from '../methods/repository.ts'
import { firstName } from '../pdf/content.ts'
import { replaceUnit, unitNow, unitsChosen, unitsOffered } from '../units/lab-unit-repository.ts'
import { convertedInterval, factorOf, limitsOfLineIn, type ReportingUnit } from '../units/reporting.ts'
import { coversAdults, inOrder, judgeIntervals } from './policy.ts'
import * as repository from './repository.ts'
import { acceptedIntervals, confirmedLines } from './unconfirmed-repository.ts'

/** How many lines a page has. */
const aPage = 20

/** Intervals apply to the whole lab: its verifiers and managers set them. Throws DomainError `not_your_duty` to others. */
function requireHand(member: MemberRow): void {
  requireDuty(member, 'verifier', 'manager')
  requireWholeLab(member)
}

/** A page of the lines of a lab's tests that contain these words, with the catalogue's intervals and the lab's own. */
export async function linesOfLab(db: Db, member: MemberRow, words: string, page: number) {
  requireHand(member)
  const { lines, found } = await repository.offeredLines(db, member.lab_id, {
    ...{ words, from: (page - 1) * aPage, most: aPage },
  })
  const ids = lines.map(({ id }) => id)
  const [intervals, toConfirm, chosen, offered, methods, accepted] = await Promise.all([
    repository.intervalsOf(db, member.lab_id, ids),
    repository.countUnconfirmed(db, member.lab_id),
    unitsChosen(db, member.lab_id, ids),
    unitsOffered(db, lines),
    methodsOf(db, member.lab_id, ids),
    acceptedIntervals(db, member.lab_id, ids),
  ])
  const presented = confirmedLines(lines, accepted).map((line) => {
    const own = intervals.filter(({ analyte_id }) => analyte_id === line.id)
    const method = methods.get(line.id) ?? null
    return presentLine(line, {
      own,
      unit: unitNow(chosen, line),
      offered: offered.get(line.id) ?? [],
      method,
    })
  })
  return { lab: member.name, lines: presented, found, toConfirm }
}

type Settings = {
  readonly own: readonly repository.IntervalRow[]
  readonly unit: ReportingUnit | null
  readonly offered: readonly ReportingUnit[]
  readonly method: string | null
}

function presentLine(line: repository.OfferedLine, { own, unit, offered, method }: Settings): MeasuredLine {
  const [any] = own
  return {
    // The query returns these kinds only.
    ...{ id: line.id, test: line.test, name: line.name, kind: line.kind as MeasuredLine['kind'], method },
    ...{ unit: unit?.unit ?? line.unit, ucum: unit?.ucum ?? line.ucum },
    units: unitsOf(line, unit, offered),
    catalogue: presentCatalogue(line, unit),
    own: inOrder(own.map(repository.intervalOf)),
    set: any ? { by: firstName(any.set_name), at: any.set_at.toISOString() } : null,
  }
}

/** The units that a lab may choose, with the one that it has; none if there is only the catalogue's. */
function unitsOf(
  line: AnalyteRow,
  now: ReportingUnit | null,
  offered: readonly ReportingUnit[],
): contract.ReportingUnit[] {
  const others = now && !offered.some(({ ucum }) => ucum === now.ucum) ? [...offered, now] : offered
  if (line.ucum === null || line.unit === null || others.length === 0) return []
  return [
    { ucum: line.ucum, unit: line.unit, factor: 1, catalogue: presentCatalogue(line, null) },
    ...others.map((unit) => ({
      ...{ ucum: unit.ucum, unit: unit.unit, factor: unit.factor },
      catalogue: unit.factor === null ? null : presentCatalogue(line, unit),
    })),
  ]
}

function presentCatalogue(line: AnalyteRow, unit: ReportingUnit | null): MeasuredLine['catalogue'] {
  const limits = unit ? limitsOfLineIn(unit, line) : line
  return {
    male: { low: limits.male_low, high: limits.male_high },
    female: { low: limits.female_low, high: limits.female_high },
    ...{ criticalLow: limits.critical_low, criticalHigh: limits.critical_high },
    toBeConfirmed: line.to_be_confirmed,
  }
}

/**
 * Replaces a lab's own intervals of a line and how the lab measures it, for values that are entered from now on, and the unit in
 * which the lab reports what the line measures, in each of its tests; a report that has a value keeps its unit. Setting what is
 * stored again has no effect.
 * Throws DomainError `not_your_duty`, `not_found` for a line of a test that the lab does not offer, `intervals_changed` if
 * another person was faster, `lines_changed` if another unit was displayed, and `invalid`: by its index for an impossible
 * interval or one that is still in the unit before, as `reportIn` for a unit that is not offered or needs intervals.
 */
export async function setIntervals(
  tx: Tx,
  by: ByMember,
  analyteId: number,
  wished: BodyOf<typeof contract.setIntervals>,
): Promise<void> {
  requireHand(by.member)
  const wrong = judgeIntervals(wished.own)
  if (Object.keys(wrong).length > 0) throw new DomainError('invalid', { fields: wrong })
  const labId = by.member.lab_id
  const line = await repository.lockLine(tx, labId, analyteId)
  if (!line) throw new DomainError('not_found')
  if (line.kind !== 'quantity' && wished.own.length > 0)
    throw new DomainError('invalid', { fields: { '0': 'Only what is measured in numbers has an interval.' } })
  if (wished.method) await setMethod(tx, by, analyteId, wished.method)
  const now = unitNow(await unitsChosen(tx, labId, [analyteId]), line)
  const unit = wished.reportIn === undefined ? now : await chosenUnit(tx, line, now, wished.reportIn)
  const stored = await repository.intervalsOf(tx, labId, [analyteId])
  const [before, own] = [inOrder(stored.map(repository.intervalOf)), inOrder(wished.own)]
  const isSameUnit = unit?.ucum === now?.ucum
  if (isSameUnit && isDeepStrictEqual(before, own)) return
  if (wished.unit !== undefined && wished.unit !== (now?.unit ?? line.unit))
    throw new DomainError('lines_changed')
  if ((stored[0]?.set_at.toISOString() ?? null) !== wished.seen) throw new DomainError('intervals_changed')
  if (unit?.factor === null) requireOwn(line, own)
  requireNumbersIn(unit, { line, before: isSameUnit ? before : [], own: wished.own })
  if (!isSameUnit) await changeUnit(tx, by, line, { now, unit, before, own: wished.own })
  await repository.replaceIntervals(tx, by, { id: analyteId, ucum: unit?.ucum ?? line.ucum }, own)
}

/** Replaces how the lab measures a line. It judges no value. Throws DomainError `intervals_changed` if the caller saw another. */
async function setMethod(
  tx: Tx,
  by: ByMember,
  analyteId: number,
  { seen, to }: { readonly seen: string | null; readonly to: string },
): Promise<void> {
  const now = (await methodsOf(tx, by.member.lab_id, [analyteId])).get(analyteId) ?? null
  const next = to === '' ? null : to
  if (next === now) return
  if (seen !== now) throw new DomainError('intervals_changed')
  await replaceMethod(tx, by, analyteId, next)
}

type UnitChange = {
  readonly now: ReportingUnit | null
  readonly unit: ReportingUnit | null
  /** The lab's own intervals in the unit before, and those in the new one. */
  readonly before: readonly LabInterval[]
  readonly own: readonly LabInterval[]
}

/**
 * Changes the unit of a line and of the same measurement in other tests. The lab's own intervals of those are converted. In a
 * unit that nothing converts, each of them gets the intervals of this line, since nothing of the catalogue holds; and they lose
 * those of such a unit when the lab leaves it. Throws DomainError `invalid`.
 */
async function changeUnit(
  tx: Tx,
  by: ByMember,
  line: AnalyteRow,
  { now, unit, before, own }: UnitChange,
): Promise<void> {
  if (!areSameNumbers(now, unit))
    requireOtherNumbers([...before, ...catalogueLimits(line, now)], own, unit?.unit ?? line.unit)
  const same = await repository.sameMeasurement(tx, line)
  if (unit?.factor === null) for (const one of same) requireOwn(one, own)
  const ids = same.map(({ id }) => id)
  const theirs = await repository.intervalsOf(tx, by.member.lab_id, ids)
  await replaceUnit(tx, by, [line.id, ...ids], unit)
  const ucum = unit?.ucum ?? line.ucum
  for (const id of ids) {
    const ofLine = theirs.filter(({ analyte_id }) => analyte_id === id)
    // Those of a line that came later may be in the unit already.
    const isThere = ofLine.length > 0 && ofLine.every((row) => row.ucum === ucum)
    const converted = ofLine
      .map(repository.intervalOf)
      .flatMap((one) => convertedInterval(one, now, unit) ?? [])
    if (!isThere)
      await repository.replaceIntervals(tx, by, { id, ucum }, unit?.factor === null ? own : converted)
  }
}

type Numbers = {
  readonly line: AnalyteRow
  /** Those that are in the unit already. */
  readonly before: readonly LabInterval[]
  readonly own: readonly LabInterval[]
}

/**
 * Throws DomainError `invalid`, by its index, for an interval in a lab's unit that has both limits of the catalogue in its own
 * unit, or a critical one.
 */
function requireNumbersIn(unit: ReportingUnit | null, { line, before, own }: Numbers): void {
  if (areSameNumbers(unit, null)) return
  const isNew = (interval: LabInterval) => !before.some((one) => isDeepStrictEqual(one, interval))
  const limits = catalogueLimits(line, null)
  const isOld = (interval: LabInterval) =>
    limits.some(
      (one) =>
        ((one.low || one.high) &&
          isSameLimit(one.low, interval.low) &&
          isSameLimit(one.high, interval.high)) ||
        (interval.criticalLow !== null && one.criticalLow === interval.criticalLow) ||
        (interval.criticalHigh !== null && one.criticalHigh === interval.criticalHigh),
    )
  refuseNumbers(own, (interval) => isNew(interval) && isOld(interval), unit?.unit ?? null)
}

const needsOwn =
  'Nothing converts the catalogue’s limits to this unit. Give intervals of your own for every adult: both sexes, at every age from 18.'

/** Throws DomainError `invalid` if a lab's own intervals leave out adults whom the catalogue has an interval for. */
function requireOwn(line: AnalyteRow, own: readonly LabInterval[]): void {
  const sexes = [
    ...(line.male_low !== null || line.male_high !== null ? (['Male'] as const) : []),
    ...(line.female_low !== null || line.female_high !== null ? (['Female'] as const) : []),
  ]
  if (own.length === 0 || !sexes.every((sex) => coversAdults(own, sex)))
    throw new DomainError('invalid', { fields: { reportIn: needsOwn } })
}

/** The unit with this UCUM code; null for the catalogue's. Throws DomainError `invalid` if it is not offered. */
async function chosenUnit(
  tx: Tx,
  line: AnalyteRow,
  now: ReportingUnit | null,
  ucum: string,
): Promise<ReportingUnit | null> {
  if (ucum === line.ucum) return null
  if (ucum === now?.ucum) return now
  const offered = (await unitsOffered(tx, [line])).get(line.id) ?? []
  const unit = offered.find((one) => one.ucum === ucum)
  // An operator's line may have critical limits that ours has not: they would not hold in a unit that nothing converts.
  const losesLimits = unit?.factor === null && (line.critical_low !== null || line.critical_high !== null)
  if (!unit || losesLimits)
    throw new DomainError('invalid', { fields: { reportIn: 'Choose one of the units that are offered.' } })
  return unit
}

/** Whether a number means the same in both units, as in µg/L and ng/mL. */
function areSameNumbers(one: ReportingUnit | null, other: ReportingUnit | null): boolean {
  return one?.ucum === other?.ucum || (factorOf(one) !== null && factorOf(one) === factorOf(other))
}

type Limits = Pick<LabInterval, 'low' | 'high' | 'criticalLow' | 'criticalHigh'>

/** No low limit is the same as one of 0. */
function isSameLimit(one: number | null, other: number | null): boolean {
  return (one || null) === (other || null)
}

/** The catalogue's limits of a line in a unit, for each sex. */
function catalogueLimits(line: AnalyteRow, unit: ReportingUnit | null): Limits[] {
  const limits = unit ? limitsOfLineIn(unit, line) : line
  const critical = { criticalLow: limits.critical_low, criticalHigh: limits.critical_high }
  return [
    { low: limits.male_low, high: limits.male_high, ...critical },
    { low: limits.female_low, high: limits.female_high, ...critical },
  ]
}

/**
 * Throws DomainError `invalid`, by its index, for an interval that has a limit of one in another unit. Zero is the
 * same in all.
 */
function requireOtherNumbers(
  before: readonly Limits[],
  own: readonly LabInterval[],
  unit: string | null,
): void {
  const sides = ['low', 'high', 'criticalLow', 'criticalHigh'] as const
  const isOld = (interval: LabInterval) =>
    before.some((one) =>
      sides.some((side) => interval[side] !== null && interval[side] !== 0 && interval[side] === one[side]),
    )
  refuseNumbers(own, isOld, unit)
}

function refuseNumbers(
  own: readonly LabInterval[],
  isOld: (interval: LabInterval) => boolean,
  unit: string | null,
): void {
  const wrong = own.flatMap((interval, index) =>
    isOld(interval) ? [[String(index), `One of these limits is in another unit. Give them in ${unit}.`]] : [],
  )
  if (wrong.length > 0) throw new DomainError('invalid', { fields: Object.fromEntries(wrong) })
}
