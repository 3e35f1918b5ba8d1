import { type Age, type IntervalBasis, isUnder18, type LagosDate } from '@labalaba/contract'

/** Of whom a sample was taken, and on which day. Without a day of birth nobody is known to be a child. */
export type PatientThen = {
  readonly sex: 'Male' | 'Female'
  readonly bornOn: string | null
  readonly on: LagosDate
}

/** The catalogue's: for adults who are not pregnant (reference/README.md). */
type Catalogue = {
  readonly kind: string
  readonly male_low: number | null
  readonly male_high: number | null
  readonly female_low: number | null
  readonly female_high: number | null
  readonly critical_low: number | null
  readonly critical_high: number | null
  readonly to_be_confirmed: boolean
}

/** One of a lab's own. */
export type OwnInterval = {
  readonly sex: 'Male' | 'Female' | null
  readonly from: Age
  readonly to: Age | null
  readonly low: number | null
  readonly high: number | null
  readonly criticalLow: number | null
  readonly criticalHigh: number | null
}

/** What a value is measured by. */
export type Measures = {
  readonly low: number | null
  readonly high: number | null
  readonly criticalLow: number | null
  readonly criticalHigh: number | null
  /** Null where it is measured by nothing. */
  readonly basis: IntervalBasis | null
}

const nothing = { low: null, high: null, criticalLow: null, criticalHigh: null }

/**
 * What a value of this patient is measured by: the lab's own interval for their sex and age on the day the sample was
 * taken, where it has one that fits; else the catalogue's, which is for adults, so that nothing is measured by it of who was
 * under 18 then.
 */
export function measuresFor(analyte: Catalogue, own: readonly OwnInterval[], patient: PatientThen): Measures {
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

/** Whether a lab's interval is for this patient. One that begins at birth and never ends fits who has no day of birth too. */
function isFor({ sex, from, to }: OwnInterval, { sex: theirs, bornOn, on }: PatientThen): boolean {
  if (sex !== null && sex !== theirs) return false
  if (bornOn === null) return from.amount === 0 && to === null
  return dayOfAge(bornOn, from) <= on && (to === null || on < dayOfAge(bornOn, to))
}

/** The day on which somebody is so old, `YYYY-MM-DD`. A month that has no such day gives its last one. */
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

type Sample = {
  readonly state: string
  readonly collected_at: Date | null
  readonly received_at: Date | null
  readonly tests: readonly { readonly position: number; readonly testId: number }[]
}

/** When the sample of a report was taken that is in the lab; undefined where there is none. */
export function sampleTakenAt(
  samples: readonly Sample[],
  report: { readonly position: number; readonly test_id: number },
): Date | undefined {
  const serves = samples.findLast(
    ({ state, tests }) =>
      state === 'received' &&
      tests.some(({ position, testId }) => position === report.position && testId === report.test_id),
  )
  return serves?.collected_at ?? serves?.received_at ?? undefined
}
