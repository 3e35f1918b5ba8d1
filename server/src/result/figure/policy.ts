import {
  addDays,
  type FigurePeriod,
  fewestForShares,
  type LagosDate,
  lagosDate,
  type TestTurnaround,
} from '@labalaba/contract'
import { promiseBy } from '../../booking/index.ts'

export type Days = { readonly from: LagosDate; readonly to: LagosDate }

/** The Lagos days of a period, both included; none is later than today. */
export function daysOf(period: FigurePeriod, now: Date): Days {
  const today = lagosDate(now)
  const first = `${today.slice(0, 7)}-01` as LagosDate
  if (period === 'this_month') return { from: first, to: today }
  if (period === 'ninety_days') return { from: addDays(today, -89), to: today }
  const last = addDays(first, -1)
  return { from: `${last.slice(0, 7)}-01` as LagosDate, to: last }
}

/** Hours as they are told: to the tenth. */
const tenth = (hours: number) => Math.round(hours * 10) / 10

/** What the results of a test took, in hours; the middle and the ninth of ten are null where none is out. */
export type Took = {
  readonly test: string
  readonly promisedHours: number | null
  readonly received: number
  readonly released: number
  readonly due: number
  readonly inTime: number
  readonly middle: number | null
  readonly ninth: number | null
  readonly each: number[]
}

/** Results that were not out within the plain sum of their hours: what they are promised by, and when each came out, if it did. */
type Beyond = {
  readonly openingHours: string
  readonly results: readonly {
    readonly at: string
    readonly hours: number
    readonly releasedAt: string | null
  }[]
}

/** The same before it is known which of those that took longer than their hours are due, and which were in time. */
export type CountedTook = Omit<Took, 'due' | 'inTime'> & {
  /** How many took no longer. */
  readonly quick: number
  readonly beyond: readonly Beyond[]
}

/** How many results of a test are due, and how many were in time: by what patients are promised, and no stricter. */
export function byPromise({ quick, beyond, ...took }: CountedTook, now: Date): Took {
  const counts = { due: quick, inTime: quick }
  for (const { openingHours, results } of beyond) {
    const promised = promiseBy(openingHours)
    for (const { at, hours, releasedAt } of results) {
      const by = promised(new Date(at), hours)
      if (releasedAt !== null && new Date(releasedAt) <= by) counts.inTime += 1
      if (releasedAt !== null || by <= now) counts.due += 1
    }
  }
  return { ...took, ...counts }
}

/** What is told of a test: a middle only where enough results are out, else each of them. */
export function presentTook({ middle, ninth, each, ...took }: Took): TestTurnaround {
  const isEnough = took.released >= fewestForShares
  return {
    ...took,
    medianHours: isEnough && middle !== null ? tenth(middle) : null,
    ninthHours: isEnough && ninth !== null ? tenth(ninth) : null,
    each: isEnough ? [] : each.map(tenth),
  }
}
