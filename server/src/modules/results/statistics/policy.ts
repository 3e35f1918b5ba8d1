import {
  addDays,
  type FigurePeriod,
  fewestForShares,
  type LabFigures,
  type LagosDate,
  lagosDate,
  type TestTurnaround,
} from '@labalaba/contract'
import { promiseBy } from '../../orders/index.ts'

export type Days = { readonly from: LagosDate; readonly to: LagosDate }

/** The Lagos days of a period, first and last included; none is after today. */
export function daysOf(period: FigurePeriod, now: Date): Days {
  const today = lagosDate(now)
  const first = `${today.slice(0, 7)}-01` as LagosDate
  if (period === 'this_month') return { from: first, to: today }
  if (period === 'ninety_days') return { from: addDays(today, -89), to: today }
  const last = addDays(first, -1)
  return { from: `${last.slice(0, 7)}-01` as LagosDate, to: last }
}

/** Hours for display, rounded to a tenth. */
const tenth = (hours: number) => Math.round(hours * 10) / 10

/** How long the results of a test took, in hours. The median and the 90th percentile are null if no result is released. */
type Took = {
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

/**
 * Results not released within their hours, counted around the clock: the data of their promise, and their release if there
 * was one.
 */
type Beyond = {
  readonly openingHours: string
  readonly results: readonly {
    readonly at: string
    readonly hours: number
    readonly releasedAt: string | null
  }[]
}

/** The same, before the results that took longer than their hours are judged as due or in time. */
export type CountedTook = Omit<Took, 'due' | 'inTime'> & {
  /** How many were released within their hours. */
  readonly quick: number
  readonly beyond: readonly Beyond[]
}

/** Counts how many results of a test are due and how many were in time, by the same promise that patients see. */
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

/** The turnaround of a test for display: the median only if enough results are released, else the hours of each. */
export function presentTook({ middle, ninth, each, ...took }: Took): TestTurnaround {
  const isEnough = took.released >= fewestForShares
  return {
    ...took,
    medianHours: isEnough && middle !== null ? tenth(middle) : null,
    ninthHours: isEnough && ninth !== null ? tenth(ninth) : null,
    each: isEnough ? [] : each.map(tenth),
  }
}

type Calls = LabFigures['calls'] & { readonly reached: number }

/** The critical calls for display: the median, in whole minutes, only if enough of them reached someone. */
export function presentCalls({ reached, medianMinutes, ...calls }: Calls): LabFigures['calls'] {
  const isEnough = reached >= fewestForShares
  return { ...calls, medianMinutes: isEnough && medianMinutes !== null ? Math.round(medianMinutes) : null }
}
