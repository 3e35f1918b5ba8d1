import {
  type Age,
  addDays,
  type CriticalInPregnancy,
  type CriticalLimit,
  fullYears,
  type IntervalBasis,
  isAskedAboutPregnancy,
  isUnder18,
  type LabInterval,
  type LagosDate,
  lagosMidnight,
  type NotMeasured,
  notMeasuredWords,
  pregnancyLoinc,
  type Trimester,
} from '@labalaba/contract'
import { type CultureLine, missingOrganisms } from '../clinical/cultures.ts'
import { missingFollowUps } from '../clinical/follow-up-lines.ts'

/** A test of an order, as a sample serves it. */
type TestServed = { readonly position: number; readonly testId: number }
type ReportOf = { readonly position: number; readonly test_id: number }
type Sample = {
  readonly state: string
  readonly collected_at: Date | null
  readonly received_at: Date | null
  readonly tests: readonly TestServed[]
}

/** Whether a report is for one of these tests. */
export function isAmong(tests: readonly TestServed[], { position, test_id }: ReportOf): boolean {
  return tests.some((one) => one.position === position && one.testId === test_id)
}

/** Whether values were entered before the present sample was received: they belong to a sample that was rejected. */
export function isOfEarlierSample(samples: readonly Sample[], report: ReportOf, enteredAt: Date): boolean {
  return samples.some(
    ({ state, received_at, tests }) =>
      state === 'received' && received_at !== null && received_at > enteredAt && isAmong(tests, report),
  )
}

/**
 * Whether a staff member with these duties may withdraw a result. Managers may too, because it cannot wait for a verifier.
 */
export function mayWithdraw(duties: readonly string[]): boolean {
  return duties.includes('verifier') || duties.includes('manager')
}

/**
 * The patient of a sample, whose reference intervals hold for them, and the day it was taken. Without a date of birth the
 * patient counts as an adult.
 */
export type PatientThen = {
  readonly sex: 'Male' | 'Female'
  readonly bornOn: string | null
  readonly on: LagosDate
  /** When it was taken, for ages in hours; without it, any time of the day counts. */
  readonly takenAt?: Date
  /** Of a pregnancy that the order names; none if the patient is not pregnant, or we do not know it. */
  readonly trimesters: readonly Trimester[]
}

/** Whether a report of this patient has a line: pregnancy is asked about only where it is possible. */
export function isAskedOf(
  { sex, bornOn, on, trimesters }: PatientThen,
  { loinc }: { readonly loinc: string | null },
): boolean {
  if (loinc !== pregnancyLoinc || trimesters.length > 0) return true
  return isAskedAboutPregnancy(sex, bornOn === null ? null : fullYears(bornOn, on))
}

/** The limits of the catalogue: for adults who are not pregnant (reference/README.md). */
type Catalogue = { readonly kind: string; readonly to_be_confirmed: boolean } & Readonly<
  Record<
    'male_low' | 'male_high' | 'female_low' | 'female_high' | 'critical_low' | 'critical_high',
    number | null
  >
>

/**
 * A row of the table of critical limits (reference/critical-limits.csv), for patients of a sex and an age; with trimesters, only in
 * these of a pregnancy.
 */
export type CriticalRow = CriticalInPregnancy & Pick<LabInterval, 'sex' | 'from' | 'to'>

/** `basis` is null if there is no interval. */
type Interval = Pick<LabInterval, 'low' | 'high'> & { readonly basis: IntervalBasis | null }

type CriticalLimits = Pick<LabInterval, 'criticalLow' | 'criticalHigh'> & {
  readonly criticals: readonly CriticalLimit[]
  /** Those of a pregnancy alone, which `limitsIn` adds to the others. */
  readonly criticalsInPregnancy: readonly CriticalInPregnancy[]
}

/** The limits for a value, and where the interval comes from. */
export type Measures = Interval & CriticalLimits

/**
 * The limits for a value of this patient, by sex and by age when the sample was taken. Of limits by hours of age, all count
 * that can hold, since only the day of birth is known (`isFor`): for the interval the widest of them, for the critical limits
 * the strictest. The interval is the lab's own if one fits; else the catalogue's, which is for adults, so that a patient under 18 has none. Critical limits hold at any
 * age, as a dangerous value must never go out unmarked.
 */
export function measuresFor(
  analyte: Catalogue,
  own: readonly LabInterval[],
  critical: readonly CriticalRow[],
  patient: PatientThen,
): Measures {
  const fits = own.filter((interval) => isFor(interval, patient))
  return { ...intervalFor(analyte, fits, patient), ...criticalLimitsFor(analyte, fits, critical, patient) }
}

function intervalFor(analyte: Catalogue, fits: readonly LabInterval[], patient: PatientThen): Interval {
  if (analyte.kind !== 'quantity') return { low: null, high: null, basis: null }
  if (fits.length > 0) {
    const [lows, highs] = [given(fits, 'low'), given(fits, 'high')]
    return {
      low: lows.length === fits.length ? Math.min(...lows) : null,
      high: highs.length === fits.length ? Math.max(...highs) : null,
      basis: 'lab',
    }
  }
  const [low, high] =
    patient.sex === 'Male' ? [analyte.male_low, analyte.male_high] : [analyte.female_low, analyte.female_high]
  if (low === null && high === null) return { low, high, basis: null }
  if (patient.bornOn !== null && isUnder18(patient.bornOn, patient.on))
    return { low: null, high: null, basis: 'adults_only' }
  return { low, high, basis: analyte.to_be_confirmed ? 'unconfirmed' : 'catalogue' }
}

/** The limits of one kind that these intervals give. */
function given(
  fits: readonly LabInterval[],
  limit: 'low' | 'high' | 'criticalLow' | 'criticalHigh',
): number[] {
  return fits.flatMap((interval) => interval[limit] ?? [])
}

/**
 * The critical limits of each side, low and high: the lab's own if each interval that can hold gives one; else the rows of the table that
 * fit; else the catalogue's, for adults and children alike. Rows of a pregnancy are kept apart, so that they take the place of no
 * other limit, and none takes theirs.
 */
function criticalLimitsFor(
  analyte: Catalogue,
  fits: readonly LabInterval[],
  critical: readonly CriticalRow[],
  patient: PatientThen,
): CriticalLimits {
  const fitting = rowsFor(critical, patient)
  const rows = fitting.filter(({ trimesters }) => trimesters.length === 0)
  const [lows, highs] = [given(fits, 'criticalLow'), given(fits, 'criticalHigh')]
  const isOwn = (limits: readonly number[]) => fits.length > 0 && limits.length === fits.length
  const lowRows = isOwn(lows) ? [] : rows.filter(({ atOrBelow }) => atOrBelow !== null)
  const highRows = isOwn(highs) ? [] : rows.filter(({ atOrAbove }) => atOrAbove !== null)
  const lowest = isOwn(lows) || lowRows.length > 0 ? [] : [analyte.critical_low ?? []].flat()
  const highest = isOwn(highs) || highRows.length > 0 ? [] : [analyte.critical_high ?? []].flat()
  const choiceRows = rows.filter(({ choices }) => choices.length > 0)
  return {
    criticalLow: lows.length + lowest.length > 0 ? Math.max(...lows, ...lowest) : null,
    criticalHigh: highs.length + highest.length > 0 ? Math.min(...highs, ...highest) : null,
    criticals: [...lowRows, ...highRows, ...choiceRows].map(({ tier, atOrBelow, atOrAbove, choices }) => ({
      ...{ tier, atOrBelow, atOrAbove, choices },
    })),
    criticalsInPregnancy: fitting
      .filter(({ trimesters }) => trimesters.length > 0)
      .map(({ tier, atOrBelow, atOrAbove, choices, trimesters }) => ({
        ...{ tier, atOrBelow, atOrAbove, choices, trimesters },
      })),
  }
}

/** A patient without a date of birth counts as an adult. */
const adultsBirthday = '1970-01-01'

type Group = Pick<LabInterval, 'sex' | 'from' | 'to'>

/** The rows of a table that are for this patient. Without a date of birth the patient counts as an adult. */
export function rowsFor<Row extends Group>(rows: readonly Row[], patient: PatientThen): Row[] {
  return rows.filter((row) => isFor(row, { ...patient, bornOn: patient.bornOn ?? adultsBirthday }))
}

/**
 * Whether limits can be for this patient. Ages in days, months and years begin with their day. A date of birth has no hour, so
 * limits by hours are for a patient as soon as they can be: for a baby born yesterday, at 10 o'clock those of 10 to 34 hours.
 * Several of them may be for one patient. Limits from birth without an end also fit a patient without a date of birth.
 */
function isFor({ sex, from, to }: Group, { sex: theirs, bornOn, ...then }: PatientThen): boolean {
  if (sex !== null && sex !== theirs) return false
  if (bornOn === null) return from.amount === 0 && to === null
  return mayHaveReached(bornOn, from, then) && (to === null || mayBeUnder(bornOn, to, then))
}

type Then = Pick<PatientThen, 'on' | 'takenAt'>

function mayHaveReached(bornOn: string, { amount, unit }: Age, then: Then): boolean {
  return unit === 'hours'
    ? hoursOld(bornOn, then).most >= amount
    : dayOfAge(bornOn, { amount, unit }) <= then.on
}

function mayBeUnder(bornOn: string, { amount, unit }: Age, then: Then): boolean {
  return unit === 'hours'
    ? hoursOld(bornOn, then).least < amount
    : then.on < dayOfAge(bornOn, { amount, unit })
}

/** The least and the greatest age in hours of a patient who was born on this day. */
function hoursOld(bornOn: string, { on, takenAt }: Then): { readonly least: number; readonly most: number } {
  const born = lagosMidnight(bornOn as LagosDate).getTime()
  const earliest = takenAt ?? lagosMidnight(on)
  const latest = takenAt ?? lagosMidnight(addDays(on, 1))
  return {
    least: Math.max(0, (earliest.getTime() - born) / hourMs - 24),
    most: (latest.getTime() - born) / hourMs,
  }
}
const hourMs = 3_600_000

/** Whether the patient was under 18 months old when the sample was taken; false without a date of birth. */
export function isUnder18Months({ bornOn, on }: Pick<PatientThen, 'bornOn' | 'on'>): boolean {
  return bornOn !== null && on < dayOfAge(bornOn, { amount: 18, unit: 'months' })
}

/** An age that begins with a day. */
type CalendarAge = { readonly amount: number; readonly unit: Exclude<Age['unit'], 'hours'> }

/** The day on which a person reaches an age, `YYYY-MM-DD`. If the month has no such day, its last day. */
export function dayOfAge(bornOn: string, { amount, unit }: CalendarAge): string {
  const born = new Date(`${bornOn}T00:00:00Z`)
  if (unit === 'days') {
    born.setUTCDate(born.getUTCDate() + amount)
    return born.toISOString().slice(0, 10)
  }
  const day = born.getUTCDate()
  born.setUTCDate(1)
  born.setUTCMonth(born.getUTCMonth() + amount * (unit === 'years' ? 12 : 1))
  const last = new Date(Date.UTC(born.getUTCFullYear(), born.getUTCMonth() + 1, 0)).getUTCDate()
  born.setUTCDate(Math.min(day, last))
  return born.toISOString().slice(0, 10)
}

type AfterPreliminary = {
  readonly correction: string | null
  readonly after_preliminary: 'completed' | 'changed' | 'withdrawn' | null
}

/** Why a version corrects the one before it, as its readers see it; null if it corrects nothing. */
export function correctionWords({ correction, after_preliminary: did }: AfterPreliminary): string | null {
  if (did === 'completed') return null
  if (did === 'changed') return 'The preliminary report changed: a value, how it is read, or the sample.'
  return did === 'withdrawn' ? 'The preliminary report was withdrawn.' : correction
}

type Followed = {
  readonly number: number
  readonly state: string
  readonly released_at: Date | null
  readonly adds_only: boolean
  readonly after_preliminary: AfterPreliminary['after_preliminary']
}

/** Whether what a version says still stands: it is released, or later versions only completed it or added to it. */
export function stillStands(versions: readonly Followed[], number: number): boolean {
  const out = versions.filter((one) => one.number >= number && one.released_at !== null)
  const later = out.filter((one) => one.number > number)
  return (
    later.every((one) => one.adds_only || one.after_preliminary === 'completed') &&
    out.some(({ state }) => state === 'released')
  )
}

/** A version that was never released as final can go out as preliminary. */
export function mayBePreliminary(
  number: number,
  versions: readonly {
    readonly number: number
    readonly released_at: Date | null
    readonly preliminary: boolean
  }[],
): boolean {
  return !versions.some((one) => one.number < number && one.released_at !== null && !one.preliminary)
}

/** A line of a report: its place, and whether a final report needs it. */
type NeededLine = CultureLine & {
  readonly name: string
  readonly loinc: string | null
  readonly needed: boolean
}

/**
 * The lines that a final report needs and for which a version has neither a value nor why it was not measured: those of every
 * report, and those that its findings ask for, such as the organism of a culture with growth. A version with the lab's own PDF
 * misses none, because the PDF can take the place of the values; but an HIV test beside it needs the tests and the status that
 * it asks for, and values need the answer whether the patient is pregnant, by which they are read.
 */
export function missingLines<Line extends NeededLine>(
  lines: readonly Line[],
  entered: readonly { readonly position: number; readonly value: string | null }[],
  hasPdf: boolean,
): Line[] {
  const isAsked = (line: Line) => line.loinc === pregnancyLoinc && entered.length > 0
  const isNeeded = (line: Line) => (hasPdf ? isAsked(line) : line.needed)
  const has = (line: Line) => entered.some(({ position }) => position === line.position)
  const followUps = [...missingFollowUps(lines, entered), ...(hasPdf ? [] : missingOrganisms(lines, entered))]
  return lines.filter((line) => (isNeeded(line) && !has(line)) || followUps.includes(line))
}

/** Whether a version answers if the patient is pregnant, where a line asks: the answer decides how the other values are read. */
export function isPregnancyAnswered(
  lines: readonly { readonly position: number; readonly loinc: string | null }[],
  entered: readonly { readonly position: number }[],
): boolean {
  const asking = lines.filter(({ loinc }) => loinc === pregnancyLoinc)
  return asking.every((line) => entered.some(({ position }) => position === line.position))
}

type MethodOf = {
  readonly position: number
  readonly value: string | null
  readonly ucum: string | null
  readonly method: string | null
}

/**
 * Values with their methods: one that stands as a version before released it was measured then, and keeps its method, unless
 * it is `anew`, because that method was wrong.
 */
export function withMethods<Value extends MethodOf>(
  values: readonly Value[],
  before: readonly MethodOf[],
  anew: readonly number[] = [],
): Value[] {
  return values.map((value) => {
    const was = before.find(({ position }) => position === value.position)
    const stands = value.value !== null && was?.value === value.value && was.ucum === value.ucum
    return stands && !anew.includes(value.position) ? { ...value, method: was.method } : value
  })
}

type SentOf = {
  readonly position: number
  readonly value: string | null
  readonly ucum: string | null
  readonly sent_value: string | null
  readonly sent_unit: string | null
}

/** Values with what the lab's system sent for them: a value has it as long as it stands as it was converted. */
export function withSent<Value extends SentOf>(
  values: readonly Value[],
  drafted: readonly SentOf[],
): Value[] {
  return values.map((value) => {
    const same = drafted.find(
      (one) => one.position === value.position && one.value === value.value && one.ucum === value.ucum,
    )
    return same ? { ...value, sent_value: same.sent_value, sent_unit: same.sent_unit } : value
  })
}

/** A stored value as its readers see it: as entered, or the words that it was not measured and why. */
export function shownValue(row: {
  readonly value: string | null
  readonly not_measured: NotMeasured | null
}) {
  return row.not_measured === null ? (row.value ?? '') : notMeasuredWords(row.not_measured)
}

/** When the received sample of a report was taken; undefined if there is no such sample. */
export function sampleTakenAt(samples: readonly Sample[], report: ReportOf): Date | undefined {
  const serves = samples.findLast(({ state, tests }) => state === 'received' && isAmong(tests, report))
  return serves?.collected_at ?? serves?.received_at ?? undefined
}

/** The accession numbers of the received samples that a report is measured in, the newest last. */
export function accessionsOf(
  samples: readonly (Sample & { readonly accession: string })[],
  report: ReportOf,
): string[] {
  return samples
    .filter(({ state, tests }) => state === 'received' && isAmong(tests, report))
    .map(({ accession }) => accession)
}

/** When the lab last received a sample of a report, also one that it rejected since; null if it received none. */
export function lastReceived(samples: readonly Sample[], report: ReportOf): Date | null {
  const times = samples.flatMap(({ received_at, tests }) =>
    received_at !== null && isAmong(tests, report) ? [received_at] : [],
  )
  return times.toSorted((one, other) => one.getTime() - other.getTime()).at(-1) ?? null
}
