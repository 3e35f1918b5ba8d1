import { type Age, intervalWords, type LabInterval, type MeasuredLine } from '@labalaba/contract'

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
    ...{ sex: sex ?? '', from: String(from.amount), fromUnit: from.unit },
    ...{ to: to ? String(to.amount) : '', toUnit: to?.unit ?? 'years' },
    ...{ low: text(limits.low), high: text(limits.high) },
    ...{ criticalLow: text(limits.criticalLow), criticalHigh: text(limits.criticalHigh) },
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
      wrong[String(index)] = 'Give ages as whole numbers, such as 18.'
      return []
    }
    if (low === undefined || high === undefined || criticalLow === undefined || criticalHigh === undefined) {
      wrong[String(index)] = 'Give limits as numbers, such as 4.5.'
      return []
    }
    return [{ sex: one.sex === '' ? null : one.sex, from, to, low, high, criticalLow, criticalHigh }]
  })
  return { own, wrong }
}

const sexes = { Male: 'Male', Female: 'Female', both: 'Male and female' } as const

function ageWords({ amount, unit }: Age): string {
  return `${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`
}

/** "Female, from 12 years to under 18 years" */
export function whomWords({ sex, from, to }: LabInterval): string {
  const whom = sexes[sex ?? 'both']
  if (from.amount === 0) return to ? `${whom}, under ${ageWords(to)}` : `${whom}, every age`
  return to ? `${whom}, from ${ageWords(from)} to under ${ageWords(to)}` : `${whom}, from ${ageWords(from)}`
}

type Limits = Pick<LabInterval, 'low' | 'high' | 'criticalLow' | 'criticalHigh'>

/** "10.5 to 14.5 g/dL; critical below 6" */
export function limitWords({ low, high, criticalLow, criticalHigh }: Limits, unit: string | null): string {
  const interval = intervalWords({ low, high })
  const critical = [
    criticalLow === null ? '' : `below ${criticalLow}`,
    criticalHigh === null ? '' : `above ${criticalHigh}`,
  ].filter(Boolean)
  return [
    interval === '' ? '' : `${interval}${unit ? ` ${unit}` : ''}`,
    critical.length > 0 ? `critical ${critical.join(' or ')}` : '',
  ]
    .filter(Boolean)
    .join('; ')
}

/** The catalogue's interval for adults, one line per sex if they differ; empty if it has none. */
export function catalogueWords({ catalogue, unit }: MeasuredLine): string[] {
  const { male, female, criticalLow, criticalHigh } = catalogue
  const of = (limits: typeof male) => limitWords({ ...limits, criticalLow, criticalHigh }, unit)
  const [men, women] = [of(male), of(female)]
  if (men === women) return men === '' ? [] : [`Adults: ${men}`]
  return [men === '' ? '' : `Men: ${men}`, women === '' ? '' : `Women: ${women}`].filter(Boolean)
}
