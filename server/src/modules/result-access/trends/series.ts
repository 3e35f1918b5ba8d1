import type { IntervalBasis, ResultFlag, TrendPoint, TrendSeries } from '@labalaba/contract'
import { inCatalogueUnit, tensBetween, timesTen } from '../../results/index.ts'

/** A released number, with its analyte, unit, interval and order. */
export type Measured = {
  readonly analyteId: number
  readonly loinc: string | null
  readonly name: string
  /** As it was typed; may begin with < or >. */
  readonly value: string
  readonly amount: number
  readonly ucum: string | null
  readonly unit: string | null
  /** If the lab reported it in a unit of its own: the catalogue's, and how much one of the lab's is in it. */
  readonly catalogueUcum: string | null
  readonly catalogueFactor: number | null
  readonly low: number | null
  readonly high: number | null
  readonly flag: ResultFlag | null
  readonly basis: IntervalBasis | null
  readonly at: Date
  readonly order: string
  readonly lab: string
  readonly reportId: string
  readonly number: number
  readonly orderId: number
  readonly releasedAt: Date
  readonly isSensitive: boolean
  readonly ownFrom: number | null
}

/** A series with the values in it. */
export type Drawn = { readonly series: TrendSeries; readonly measured: readonly Measured[] }

/** A LOINC code identifies what was measured. Without it, only values of the same analyte belong together. */
export const subjectOf = ({ loinc, analyteId }: Pick<Measured, 'loinc' | 'analyteId'>) =>
  loinc ?? `analyte ${analyteId}`

/**
 * The quantities that were measured more than once of one person, each in the unit of its newest value. Values that cannot
 * be converted to it form a series of their own. Ordered by the lines of the newest report.
 */
export function seriesOf(values: readonly Measured[]): Drawn[] {
  const subjects = new Map<string, Measured[]>()
  for (const value of values) {
    const own = subjects.get(subjectOf(value))
    if (own) own.push(value)
    else subjects.set(subjectOf(value), [value])
  }
  return [...subjects].flatMap(([subject, own]) => {
    const moments = new Set(own.map(({ at }) => at.getTime()))
    return moments.size < 2 ? [] : draw(subject, own)
  })
}

function draw(subject: string, values: readonly Measured[]): Drawn[] {
  const newestFirst = values.toSorted((one, other) => other.at.getTime() - one.at.getTime())
  const kinds: Measured[][] = []
  for (const value of newestFirst) {
    const own = kinds.find(([newest]) => newest && scaleTo(value, newest) !== null)
    if (own) own.push(value)
    else kinds.push([value])
  }
  return kinds.flatMap((own, place): Drawn[] => {
    const [newest] = own
    if (!newest) return []
    const others = kinds.filter((kind) => kind !== own).map(([one]) => one?.unit ?? 'no unit')
    return [
      {
        series: {
          ...{ id: `${subject} ${place}`, name: newest.name, unit: newest.unit, apartFrom: others },
          points: own.toReversed().map((value) => pointOf(value, newest)),
        },
        measured: own,
      },
    ]
  })
}

const asIs = (amount: number) => amount

/** Converts amounts from the unit of a value to that of another; null if nothing converts them. */
function scaleTo(from: Measured, to: Measured): ((amount: number) => number) | null {
  const tens = tensBetween(from.ucum, to.ucum)
  if (tens !== null) return (amount) => timesTen(amount, tens)
  const tensOfCatalogue = tensBetween(from.catalogueUcum ?? from.ucum, to.catalogueUcum ?? to.ucum)
  if (tensOfCatalogue === null) return null
  return (amount) => {
    const inCatalogue = inCatalogueUnit(amount, from.catalogueFactor ?? 1)
    return fourDigits(timesTen(inCatalogue, tensOfCatalogue) / (to.catalogueFactor ?? 1))
  }
}

/** What is shown of a number that was converted by a molar mass. */
function fourDigits(amount: number): number {
  return Number(amount.toPrecision(4))
}

function pointOf(value: Measured, newest: Measured): TrendPoint {
  const scale = scaleTo(value, newest) ?? asIs
  const scaled = (limit: number | null) => (limit === null ? null : scale(limit))
  return {
    ...{ at: value.at.toISOString(), order: value.order, lab: value.lab },
    ...{ flag: value.flag, basis: value.basis },
    amount: scale(value.amount),
    ...{ low: scaled(value.low), high: scaled(value.high) },
    bound: value.value.startsWith('<') ? 'below' : value.value.startsWith('>') ? 'above' : null,
    reported: { value: value.value, unit: value.unit },
  }
}
