import { type Age, type IntervalBasis, isUnder18, type LabInterval, type LagosDate } from '@labalaba/contract'

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

/** The patient of a sample, and the day it was taken. Without a date of birth the patient counts as an adult. */
export type PatientThen = {
  readonly sex: 'Male' | 'Female'
  readonly bornOn: string | null
  readonly on: LagosDate
}

/** The limits of the catalogue: for adults who are not pregnant (reference/README.md). */
type Catalogue = { readonly kind: string; readonly to_be_confirmed: boolean } & Readonly<
  Record<
    'male_low' | 'male_high' | 'female_low' | 'female_high' | 'critical_low' | 'critical_high',
    number | null
  >
>

/** The limits for a value, and where they come from; `basis` is null if there are none. */
export type Measures = Pick<LabInterval, 'low' | 'high' | 'criticalLow' | 'criticalHigh'> & {
  readonly basis: IntervalBasis | null
}

const nothing = { low: null, high: null, criticalLow: null, criticalHigh: null }

/**
 * The limits for a value of this patient: the lab's own interval for their sex and age on the day the sample was taken, if
 * one fits; else the catalogue's, which is for adults, so that a patient under 18 on that day has no limits.
 */
export function measuresFor(analyte: Catalogue, own: readonly LabInterval[], patient: PatientThen): Measures {
  if (analyte.kind !== 'quantity') return { ...nothing, basis: null }
  const fits = own.find((interval) => isFor(interval, patient))
  if (fits) {
    const { low, high, criticalLow, criticalHigh } = fits
    return { low, high, criticalLow, criticalHigh, basis: 'lab' }
  }
  const adults = adultMeasures(analyte, patient.sex)
  if (Object.values(adults).every((limit) => limit === null)) return { ...nothing, basis: null }
  if (patient.bornOn !== null && isUnder18(patient.bornOn, patient.on))
    return { ...nothing, basis: 'adults_only' }
  return { ...adults, basis: analyte.to_be_confirmed ? 'unconfirmed' : 'catalogue' }
}

function adultMeasures(analyte: Catalogue, sex: 'Male' | 'Female'): Omit<Measures, 'basis'> {
  const limits = { criticalLow: analyte.critical_low, criticalHigh: analyte.critical_high }
  return sex === 'Male'
    ? { low: analyte.male_low, high: analyte.male_high, ...limits }
    : { low: analyte.female_low, high: analyte.female_high, ...limits }
}

/**
 * Whether a lab's interval fits this patient. One from birth without an end also fits a patient without a date of birth.
 */
function isFor({ sex, from, to }: LabInterval, { sex: theirs, bornOn, on }: PatientThen): boolean {
  if (sex !== null && sex !== theirs) return false
  if (bornOn === null) return from.amount === 0 && to === null
  return dayOfAge(bornOn, from) <= on && (to === null || on < dayOfAge(bornOn, to))
}

/** The day on which a person reaches an age, `YYYY-MM-DD`. If the month has no such day, its last day. */
export function dayOfAge(bornOn: string, { amount, unit }: Age): string {
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

/** When the received sample of a report was taken; undefined if there is no such sample. */
export function sampleTakenAt(samples: readonly Sample[], report: ReportOf): Date | undefined {
  const serves = samples.findLast(({ state, tests }) => state === 'received' && isAmong(tests, report))
  return serves?.collected_at ?? serves?.received_at ?? undefined
}
