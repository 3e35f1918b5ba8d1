import { addDays, type LabPrice, lagosDate, type PriceChange, type PriceChangeLine } from '@labalaba/contract'
import * as copy from '../../copy/price-lists.ts'
import { fill, plural } from '../../lib/fill.ts'
import { longDay, naira, shortDay } from '../../lib/format.ts'

/** The start days of a change: the next thirty, and the first of each month of a year. Empty means now. */
export function fromOptions(now: Date): { value: string; label: string }[] {
  const today = lagosDate(now)
  const near = Array.from({ length: 30 }, (_, ahead) => addDays(today, ahead + 1))
  const far = Array.from({ length: 365 }, (_, ahead) => addDays(today, ahead + 1)).filter(
    (day) => day.endsWith('-01') && !near.includes(day),
  )
  return [
    { value: '', label: copy.startsNow },
    ...[...near, ...far].map((day) => ({
      value: day,
      label: fill(copy.fromDay, { day: longDay(day, now) }),
    })),
  ]
}

/** Naira as typed, with or without sign and commas; null unless a whole price from ₦100 to ₦10,000,000. */
export function typedPrice(typed: string): number | null {
  const digits = typed.replace(/[₦,\s]/g, '')
  if (!/^\d{1,9}$/.test(digits)) return null
  const price = Number(digits)
  return price >= 100 && price <= 10_000_000 ? price : null
}

/** Whole hours as typed, from 1 to 2000; else null. */
export function typedHours(typed: string): number | null {
  const hours = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : 0
  return hours >= 1 && hours <= 2000 ? hours : null
}

/** The terms of a test, as typed. */
export type TypedTerms = {
  readonly price: string
  readonly hours: string
  readonly atHome: boolean
  readonly paused: boolean
}

/** The field values of a test. */
export function fieldsOf({ price, turnaroundHours, atHome, paused }: LabPrice): TypedTerms {
  return { price: price === null ? '' : String(price), hours: String(turnaroundHours), atHome, paused }
}

export function isTyped(typed: TypedTerms, test: LabPrice): boolean {
  const filled = fieldsOf(test)
  return (
    typed.price !== filled.price ||
    typed.hours !== filled.hours ||
    typed.atHome !== filled.atHome ||
    typed.paused !== filled.paused
  )
}

/** The typed terms after the test changed: typed values stay, untouched ones follow the new test. */
export function typedAnew(typed: TypedTerms, was: LabPrice, is: LabPrice): TypedTerms {
  const [before, now] = [fieldsOf(was), fieldsOf(is)]
  return {
    price: typed.price === before.price ? now.price : typed.price,
    hours: typed.hours === before.hours ? now.hours : typed.hours,
    atHome: typed.atHome === before.atHome ? now.atHome : typed.atHome,
    paused: typed.paused === before.paused ? now.paused : typed.paused,
  }
}

/** "Price: ₦7,000 when you opened it, ₦7,500 now", for each value that another user has changed meanwhile. */
export function meanwhileWords(was: LabPrice, is: LabPrice): string[] {
  const changed = (what: string, before: string, now: string) =>
    before === now ? [] : [fill(copy.meanwhile, { what, before, now })]
  const price = (test: LabPrice) => (test.price === null ? copy.isNotOffered : naira(test.price))
  return [
    ...changed(copy.price, price(was), price(is)),
    ...changed(
      copy.resultWithin,
      plural(copy.hours, was.turnaroundHours),
      plural(copy.hours, is.turnaroundHours),
    ),
    ...changed(copy.atHome, yesNo(was.atHome), yesNo(is.atHome)),
    ...changed(copy.paused, yesNo(was.paused), yesNo(is.paused)),
  ]
}

function yesNo(is: boolean): string {
  return is ? copy.yes : copy.no
}

/** A percentage as typed, with optional sign and %, and at most one decimal; null unless from −50 to 100 and not 0. */
export function typedPercent(typed: string): number | null {
  const text = typed.replace(/[%\s]/g, '').replace('−', '-').replace(',', '.')
  if (!/^[+-]?\d{1,3}(\.\d)?$/.test(text)) return null
  const percent = Number(text)
  return percent !== 0 && percent >= -50 && percent <= 100 ? percent : null
}

/** "From Mon 24 Nov: ₦9,000"; empty if nothing is planned. */
export function plannedWords({ planned }: Pick<LabPrice, 'planned'>): string {
  if (planned === null) return ''
  const parts = [
    planned.price === null ? '' : naira(planned.price),
    planned.paused === null ? '' : planned.paused ? copy.isPaused : copy.isOffered,
  ].filter(Boolean)
  return fill(copy.plannedFrom, { day: shortDay(planned.on), change: parts.join(', ') || copy.isChanged })
}

/** "24 hours · at home too · Yaba Main, Yaba Annex". */
export function factsWords({ turnaroundHours, atHome, locations }: LabPrice): string {
  const where = locations.length > 2 ? plural(copy.locations, locations.length) : locations.join(', ')
  return [
    plural(copy.hours, turnaroundHours),
    atHome ? copy.atHomeToo : copy.atLabOnly,
    where || copy.atNoLocation,
  ].join(' · ')
}

const sources = { edit: copy.oneTest, file: copy.priceFile } as const

/** The name of a change: "A file of prices", "+10% on Haematology". */
export function changeName({ source, percent, department }: PriceChange): string {
  if (source !== 'percentage') return sources[source]
  return fill(copy.percentageOn, { percent: signed(percent ?? 0), tests: department ?? copy.everyPrice })
}

function signed(percent: number): string {
  return percent < 0 ? `−${-percent}` : `+${percent}`
}

/** "3 dearer, 1 paused": the effects of a change, the most important first. */
export function countsWords({
  added,
  dearer,
  cheaper,
  paused,
  resumed,
  tests,
}: PriceChange['counts']): string {
  const parts = [
    added > 0 ? fill(copy.countNew, { count: added }) : '',
    dearer > 0 ? fill(copy.countDearer, { count: dearer }) : '',
    cheaper > 0 ? fill(copy.countCheaper, { count: cheaper }) : '',
    paused > 0 ? fill(copy.countPaused, { count: paused }) : '',
    resumed > 0 ? fill(copy.countResumed, { count: resumed }) : '',
  ].filter(Boolean)
  return parts.join(', ') || plural(copy.testsChanged, tests)
}

/** The effects of a change on a test besides its price, in a few words; empty if none. */
export function lineWords({ turnaroundHours, atHome, paused, price }: PriceChangeLine): string {
  return [
    price.was === null ? copy.newInList : '',
    turnaroundHours.becomes === null
      ? ''
      : turnaroundHours.was === null
        ? plural(copy.hours, turnaroundHours.becomes)
        : plural(copy.hoursWas, turnaroundHours.becomes, { was: turnaroundHours.was }),
    atHome.becomes === null ? '' : atHome.becomes ? copy.atHomeToo : copy.atLabOnly,
    paused.becomes === null || (price.was === null && !paused.becomes)
      ? ''
      : paused.becomes
        ? copy.isPaused
        : copy.offeredAgain,
  ]
    .filter(Boolean)
    .join(', ')
}
