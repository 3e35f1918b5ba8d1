import { type Age, intervalWords, type LabInterval, type MeasuredLine } from '@labalaba/contract'
import * as copy from '../../copy/reference-intervals.ts'
import * as shared from '../../copy/shared.ts'
import { fill, plural } from '../../lib/fill.ts'

/** A reference interval as typed. */
export type TypedInterval = {
  readonly sex: '' | 'Male' | 'Female'
  readonly from: string
  readonly fromUnit: Age['unit']
  /** Empty means no upper age. */
  readonly to: string
  readonly toUnit: Age['unit']
  readonly low: string
  readonly high: string
  readonly criticalLow: string
  readonly criticalHigh: string
}

const text = (amount: number | null) => (amount === null ? '' : String(amount))

export function typedOf({ sex, from, to, ...limits }: LabInterval): TypedInterval {
  return {
    sex: sex ?? '',
    from: String(from.amount),
    fromUnit: from.unit,
    to: to ? String(to.amount) : '',
    toUnit: to?.unit ?? 'years',
    low: text(limits.low),
    high: text(limits.high),
    criticalLow: text(limits.criticalLow),
    criticalHigh: text(limits.criticalHigh),
  }
}

/** A new interval: for adults, or starting where the last one ends. */
export function nextTyped(last: TypedInterval | undefined): TypedInterval {
  const bare = {
    sex: '',
    to: '',
    toUnit: 'years',
    low: '',
    high: '',
    criticalLow: '',
    criticalHigh: '',
  } as const
  return last && last.to !== ''
    ? { ...bare, sex: last.sex, from: last.to, fromUnit: last.toUnit }
    : { ...bare, from: last ? '0' : '18', fromUnit: 'years' }
}

const number = /^\d{1,6}(?:\.\d{1,6})?$/

function limitOf(typed: string): number | null | undefined {
  const trimmed = typed.trim()
  if (trimmed === '') return null
  return number.test(trimmed) ? Number(trimmed) : undefined
}

function ageOf(typed: string, unit: Age['unit']): Age | undefined {
  const trimmed = typed.trim()
  return /^\d{1,4}$/.test(trimmed) && Number(trimmed) <= 1000 ? { amount: Number(trimmed), unit } : undefined
}

/** The intervals read from the form, or the errors by their number. The server checks everything else. */
export function readTyped(typed: readonly TypedInterval[]): {
  readonly own: readonly LabInterval[]
  readonly wrong: Readonly<Record<string, string>>
} {
  const wrong: Record<string, string> = {}
  const own = typed.flatMap((one, index): LabInterval[] => {
    const from = ageOf(one.from, one.fromUnit)
    const to = one.to.trim() === '' ? null : ageOf(one.to, one.toUnit)
    const [low, high] = [limitOf(one.low), limitOf(one.high)]
    const [criticalLow, criticalHigh] = [limitOf(one.criticalLow), limitOf(one.criticalHigh)]
    if (!from || to === undefined) {
      wrong[String(index)] = copy.ageWrong
      return []
    }
    if (low === undefined || high === undefined || criticalLow === undefined || criticalHigh === undefined) {
      wrong[String(index)] = copy.limitWrong
      return []
    }
    return [{ sex: one.sex === '' ? null : one.sex, from, to, low, high, criticalLow, criticalHigh }]
  })
  return { own, wrong }
}

const sexes = { Male: shared.male, Female: shared.female, both: copy.maleAndFemale } as const
const ages = {
  years: copy.ageYears,
  months: copy.ageMonths,
  days: copy.ageDays,
  hours: copy.ageHours,
} as const

function ageWords({ amount, unit }: Age): string {
  return plural(ages[unit], amount)
}

/** "Female, from 12 years to under 18 years" */
export function whomWords({ sex, from, to }: Pick<LabInterval, 'sex' | 'from' | 'to'>): string {
  const whom = sexes[sex ?? 'both']
  if (from.amount === 0)
    return to ? fill(copy.whomUnder, { whom, to: ageWords(to) }) : fill(copy.whomEveryAge, { whom })
  return to
    ? fill(copy.whomBetween, { whom, from: ageWords(from), to: ageWords(to) })
    : fill(copy.whomFrom, { whom, from: ageWords(from) })
}

type Limits = Pick<LabInterval, 'low' | 'high' | 'criticalLow' | 'criticalHigh'>

/** "10.5 to 14.5 g/dL; critical below 6" */
export function limitWords({ low, high, criticalLow, criticalHigh }: Limits, unit: string | null): string {
  const interval = intervalWords({ low, high })
  const usual = interval === '' || !unit ? interval : `${interval} ${unit}`
  return [usual, criticalWords(criticalLow, criticalHigh)].filter(Boolean).join('; ')
}

function criticalWords(low: number | null, high: number | null): string {
  if (low === null) return high === null ? '' : fill(copy.criticalAboveLimit, { high })
  return high === null ? fill(copy.criticalBelowLimit, { low }) : fill(copy.criticalBothLimits, { low, high })
}

/** The start of another unit: the same patients, and no limits. */
export function withoutLimits(typed: TypedInterval): TypedInterval {
  return { ...typed, low: '', high: '', criticalLow: '', criticalHigh: '' }
}

/** The catalogue's interval for adults, one line per sex if they differ; empty if it has none. */
export function catalogueWords({ catalogue, unit }: Pick<MeasuredLine, 'catalogue' | 'unit'>): string[] {
  const { male, female, criticalLow, criticalHigh } = catalogue
  const of = (limits: typeof male) => limitWords({ ...limits, criticalLow, criticalHigh }, unit)
  const [men, women] = [of(male), of(female)]
  if (men === women) return men === '' ? [] : [fill(copy.adultLimits, { limits: men })]
  return [
    men === '' ? '' : fill(copy.menLimits, { limits: men }),
    women === '' ? '' : fill(copy.womenLimits, { limits: women }),
  ].filter(Boolean)
}
