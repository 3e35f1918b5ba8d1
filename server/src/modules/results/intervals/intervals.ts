import { isDeepStrictEqual } from 'node:util'
import type * as contract from '@labalaba/contract'
import type { BodyOf, LabInterval, MeasuredLine } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { type MemberRow, requireDuty, requireWholeLab } from '../../labs/index.ts'
import type { AnalyteRow } from '../analytes/repository.ts'
import type { ByMember } from '../by-member.ts'
import { firstName } from '../pdf/content.ts'
import { type ChosenUnit, replaceUnit, unitsChosen, unitsOffered } from '../units/lab-unit-repository.ts'
import { intervalsIn, type ReportingUnit } from '../units/reporting.ts'
import { inOrder, judgeIntervals } from './policy.ts'
import * as repository from './repository.ts'

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
  const [intervals, toConfirm, chosen, offered] = await Promise.all([
    repository.intervalsOf(db, member.lab_id, ids),
    repository.countUnconfirmed(db, member.lab_id),
    unitsChosen(db, member.lab_id, ids),
    unitsOffered(db, lines),
  ])
  const presented = lines.map((line) => {
    const own = intervals.filter(({ analyte_id }) => analyte_id === line.id)
    return presentLine(line, { own, unit: unitNow(chosen, line), offered: offered.get(line.id) ?? [] })
  })
  return { lab: member.name, lines: presented, found, toConfirm }
}

/** A lab's own unit of a line now; null if it reports the line in the catalogue's. */
function unitNow(chosen: readonly ChosenUnit[], { id }: Pick<AnalyteRow, 'id'>): ReportingUnit | null {
  return chosen.find(({ analyteId, until }) => analyteId === id && until === null)?.unit ?? null
}

type Settings = {
  readonly own: readonly repository.IntervalRow[]
  readonly unit: ReportingUnit | null
  readonly offered: readonly ReportingUnit[]
}

function presentLine(line: repository.OfferedLine, { own, unit, offered }: Settings): MeasuredLine {
  const [any] = own
  return {
    ...{ id: line.id, test: line.test, name: line.name },
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
    { ucum: line.ucum, unit: line.unit, catalogue: presentCatalogue(line, null) },
    ...others.map((unit) => ({
      ...{ ucum: unit.ucum, unit: unit.unit },
      catalogue: unit.factor === null ? null : presentCatalogue(line, unit),
    })),
  ]
}

function presentCatalogue(line: AnalyteRow, unit: ReportingUnit | null): MeasuredLine['catalogue'] {
  const limits = unit ? intervalsIn(unit, line) : line
  return {
    male: { low: limits.male_low, high: limits.male_high },
    female: { low: limits.female_low, high: limits.female_high },
    ...{ criticalLow: limits.critical_low, criticalHigh: limits.critical_high },
    toBeConfirmed: line.to_be_confirmed,
  }
}

/**
 * Replaces a lab's own intervals of a line, for values that are entered from now on, and the unit in which it reports the line,
 * for reports that it begins from now on. Setting what is stored again has no effect. Throws DomainError `not_your_duty`,
 * `not_found` for a line of a test that the lab does not offer, `intervals_changed` if another person was faster,
 * `lines_changed` if another unit was displayed, and `invalid`: by its index for an impossible interval or one that is still in
 * the unit before, as `reportIn` for a unit that is not offered or that needs an interval of the lab's own.
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
  const now = unitNow(await unitsChosen(tx, labId, [analyteId]), line)
  if (wished.unit !== undefined && wished.unit !== (now?.unit ?? line.unit))
    throw new DomainError('lines_changed')
  const stored = await repository.intervalsOf(tx, labId, [analyteId])
  const own = inOrder(wished.own)
  const unit = wished.reportIn === undefined ? now : await chosenUnit(tx, line, now, wished.reportIn)
  const isSameUnit = (unit?.ucum ?? line.ucum) === (now?.ucum ?? line.ucum)
  const before = inOrder(stored.map(repository.intervalOf))
  if (isSameUnit && isDeepStrictEqual(before, own)) return
  if ((stored[0]?.set_at.toISOString() ?? null) !== wished.seen) throw new DomainError('intervals_changed')
  if (!isSameUnit) {
    if (factorOf(unit) !== factorOf(now)) requireOtherNumbers(before, wished.own, unit?.unit ?? line.unit)
    await replaceUnit(tx, by, analyteId, unit)
  }
  if (unit?.factor === null && own.length === 0)
    throw new DomainError('invalid', { fields: { reportIn: needsOwn } })
  await repository.replaceIntervals(tx, by, { id: analyteId, ucum: unit?.ucum ?? line.ucum }, own)
}

const needsOwn =
  'Nothing converts the catalogue’s limits to this unit. Give at least one interval of your own.'

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
  if (!unit)
    throw new DomainError('invalid', { fields: { reportIn: 'Choose one of the units that are offered.' } })
  return unit
}

/** How much one of a unit is in the catalogue's; null if nothing converts it. */
function factorOf(unit: ReportingUnit | null): number | null {
  return unit ? unit.factor : 1
}

/** Throws DomainError `invalid`, by its index, for an interval with the numbers of one in the unit before. */
function requireOtherNumbers(
  before: readonly LabInterval[],
  own: readonly LabInterval[],
  unit: string | null,
): void {
  const isOld = ({ low, high }: LabInterval) => before.some((one) => one.low === low && one.high === high)
  const wrong = own.flatMap((interval, index) =>
    isOld(interval)
      ? [[String(index), `These are the limits of the unit before. Give them in ${unit}.`]]
      : [],
  )
  if (wrong.length > 0) throw new DomainError('invalid', { fields: Object.fromEntries(wrong) })
}
