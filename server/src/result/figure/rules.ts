import {
  addDays,
  type FigurePeriod,
  fewestForShares,
  type LagosDate,
  lagosDate,
  type TestTurnaround,
} from '@labalaba/contract'

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
