import {
  calculate,
  judge,
  limitsIn,
  type NotMeasured,
  notMeasuredOf,
  pregnancyLoinc,
  readValue,
  type Trimester,
  trimestersOf,
} from '@labalaba/contract'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { impossibleValues } from '../clinical/impossible.ts'
import { factorOf, inCatalogueUnit } from '../units/reporting.ts'
import type { MeasuredLine } from './measured-lines.ts'
import { isUnder18Months, type PatientThen } from './policy.ts'
import type { ReadValue } from './repository.ts'

export type Typed = {
  readonly position: number
  readonly value: string
  /** What the lab says about the line. */
  readonly comment?: string | null | undefined
  /** It was measured by the lab's method of now, also if a version before has the same value with another. */
  readonly methodNow?: boolean | undefined
}

/**
 * Checks typed values and returns each with its interval, limits and flag; or with the reason why it was not measured,
 * which nothing judges. The limits are those of pregnancy if a value says that the patient is pregnant. Empty values
 * are omitted. Adds the lines that are calculated from them; what is given for a line that is always calculated is
 * ignored. Each value has its comment; one on a line without a value or a reason is refused. Throws DomainError `invalid`.
 */
export function readValues(lines: readonly MeasuredLine[], typed: readonly Typed[]): ReadValue[] {
  const trimesters = trimestersTyped(lines, typed)
  const limited = lines.map((line) => limitsIn(line, trimesters))
  const given = typed.filter(
    ({ position }) => !isAlwaysCalculated(lines.find((line) => line.position === position)),
  )
  const read = readTyped(limited, given)
  return withComments([...read, ...calculatedValues(limited, read)], given)
}

function withComments(read: readonly ReadValue[], typed: readonly Typed[]): ReadValue[] {
  const commented = typed.filter(({ comment }) => comment)
  const alone = commented.filter(({ position }) => !read.some((value) => value.position === position))
  const wrong = alone.map(({ position }) => [
    position,
    'enter one for its comment, or say why it was not measured',
  ])
  if (wrong.length > 0) throw new DomainError('invalid', { fields: Object.fromEntries(wrong) })
  return read.map((value) => {
    const comment = commented.find(({ position }) => position === value.position)?.comment
    return comment ? { ...value, comment } : value
  })
}

function trimestersTyped(lines: readonly MeasuredLine[], typed: readonly Typed[]): readonly Trimester[] {
  const asking = lines.find(({ loinc }) => loinc === pregnancyLoinc)
  return trimestersOf(typed.find(({ position }) => position === asking?.position)?.value)
}

function isAlwaysCalculated(line: MeasuredLine | undefined): boolean {
  return line?.calculation?.mayBeTyped === false
}

function readTyped(lines: readonly MeasuredLine[], typed: readonly Typed[]): ReadValue[] {
  const wrong: Record<string, string> = {}
  const filled = typed.filter(({ value }) => value !== '')
  const read = filled.flatMap(({ position, value }): ReadValue[] => {
    const line = lines.find((one) => one.position === position)
    const again = filled.filter((one) => one.position === position).length > 1
    // Whether a patient is pregnant is asked, not measured: one of the answers is that it is not known.
    const reason = line?.loinc === pregnancyLoinc ? null : notMeasuredOf(value)
    if (line && !again && reason) return [notMeasuredLine(line, reason)]
    const reading = line && !again ? readValue(line, value) : { wrong: 'not expected here' }
    if (line && !('wrong' in reading)) return reading.value === '' ? [] : [frozen(line, reading)]
    wrong[String(position)] = 'wrong' in reading ? reading.wrong : 'not expected here'
    return []
  })
  if (Object.keys(wrong).length > 0) throw new DomainError('invalid', { fields: wrong })
  return read
}

/** The calculated lines whose values are all there. One that these values do not give says so in the place of its value. */
function calculatedValues(lines: readonly MeasuredLine[], read: readonly ReadValue[]): ReadValue[] {
  return lines.flatMap((line): ReadValue[] => {
    const { calculation } = line
    if (calculation === null || read.some(({ position }) => position === line.position)) return []
    const given = calculation.from.map((position) => read.find((one) => one.position === position))
    if (given.includes(undefined)) return []
    const measured = given.flatMap((one) => (one?.value ? [{ value: one.value, amount: one.amount }] : []))
    const reading = measured.length === given.length ? calculate(calculation, measured) : null
    if (reading && !('refused' in reading)) return [frozen(line, reading)]
    return calculation.mayBeTyped ? [] : [notMeasuredLine(line, reading?.reason ?? 'not_calculable')]
  })
}

/** Throws DomainError `invalid` for values that cannot be true of any patient, or not of one of this age. */
export function requirePossible(
  lines: readonly MeasuredLine[],
  read: readonly ReadValue[],
  patient: PatientThen,
): void {
  const entered = read.flatMap(({ position, name, value, amount }) => {
    const line = lines.find((one) => one.position === position)
    const place = `${line?.test_code}/${position}`
    const analyte = line?.loinc ?? place
    const factor = factorOf(line?.reportedIn)
    // What is impossible is known in the catalogue's unit alone.
    if (value === null || factor === null) return []
    const inCatalogue = amount === null ? null : inCatalogueUnit(amount, factor)
    return [{ position, name, value, amount: inCatalogue, analyte, place }]
  })
  const fields = impossibleValues(entered, lines, isUnder18Months(patient))
  if (Object.keys(fields).length > 0) throw new DomainError('invalid', { fields })
}

function frozen(line: MeasuredLine, reading: { readonly value: string; readonly amount: number | null }) {
  const { low, high, criticalLow, criticalHigh, basis } = line
  const { flag, tier } = judge(line, reading)
  const { factor, catalogueUcum } = line.reportedIn ?? { factor: null, catalogueUcum: null }
  return {
    ...{ position: line.position, analyte_id: line.id, name: line.name, kind: line.kind },
    ...{
      structure: line.structure,
      ...reading,
      not_measured: null,
      low,
      high,
      basis,
      ucum: line.ucum,
      unit: line.unit,
    },
    ...{ critical_low: criticalLow, critical_high: criticalHigh, flag, critical_tier: tier, comment: null },
    ...{ method: line.method, sent_value: null, sent_unit: null },
    ...{ catalogue_ucum: factor === null ? null : catalogueUcum, catalogue_factor: factor },
  }
}

/** A line without a value: it has no unit, interval or flag, so that nothing compares it or draws a trend of it. */
function notMeasuredLine(line: MeasuredLine, reason: NotMeasured) {
  return {
    ...{ position: line.position, analyte_id: line.id, name: line.name, kind: line.kind },
    ...{
      structure: line.structure,
      value: null,
      amount: null,
      not_measured: reason,
      ucum: null,
      unit: null,
      low: null,
      high: null,
    },
    ...{
      critical_low: null,
      critical_high: null,
      basis: null,
      flag: null,
      critical_tier: null,
      comment: null,
    },
    ...{ catalogue_ucum: null, catalogue_factor: null, method: null, sent_value: null, sent_unit: null },
  }
}
