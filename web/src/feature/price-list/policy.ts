import { addDays, type LabPrice, lagosDate, type PriceChange, type PriceChangeLine } from '@labalaba/contract'
import { counted, longDay, naira, shortDay } from '../../lib/format.ts'

/** The start days of a change: the next thirty, and the first of each month of a year. Empty means now. */
export function fromOptions(now: Date): { value: string; label: string }[] {
  const today = lagosDate(now)
  const near = Array.from({ length: 30 }, (_, ahead) => addDays(today, ahead + 1))
  const far = Array.from({ length: 365 }, (_, ahead) => addDays(today, ahead + 1)).filter(
    (day) => day.endsWith('-01') && !near.includes(day),
  )
  return [
    { value: '', label: 'Now' },
    ...[...near, ...far].map((day) => ({ value: day, label: `From ${longDay(day, now)}` })),
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
  const told = (what: string, before: string, now: string) =>
    before === now ? [] : [`${what}: ${before} when you opened it, ${now} now`]
  const price = (test: LabPrice) => (test.price === null ? 'not offered' : naira(test.price))
  return [
    ...told('Price', price(was), price(is)),
    ...told('Result within', counted(was.turnaroundHours, 'hour'), counted(is.turnaroundHours, 'hour')),
    ...told('At home', was.atHome ? 'yes' : 'no', is.atHome ? 'yes' : 'no'),
    ...told('Paused', was.paused ? 'yes' : 'no', is.paused ? 'yes' : 'no'),
  ]
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
  const said = [
    planned.price === null ? '' : naira(planned.price),
    planned.paused === null ? '' : planned.paused ? 'paused' : 'offered',
  ].filter(Boolean)
  return `From ${shortDay(planned.on)}: ${said.join(', ') || 'changed'}`
}

/** "24 hours · at home too · Yaba Main, Yaba Annex". */
export function factsWords({ turnaroundHours, atHome, locations }: LabPrice): string {
  const where = locations.length > 2 ? counted(locations.length, 'location') : locations.join(', ')
  return [
    counted(turnaroundHours, 'hour'),
    atHome ? 'at home too' : 'at the lab only',
    where || 'at no location',
  ].join(' · ')
}

const sources = { edit: 'One test', file: 'A file of prices' } as const

/** The name of a change: "A file of prices", "+10% on Haematology". */
export function changeName({ source, percent, department }: PriceChange): string {
  if (source !== 'percentage') return sources[source]
  return `${signed(percent ?? 0)}% on ${department ?? 'every price'}`
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
  const said = [
    added > 0 ? `${added} new` : '',
    dearer > 0 ? `${dearer} dearer` : '',
    cheaper > 0 ? `${cheaper} cheaper` : '',
    paused > 0 ? `${paused} paused` : '',
    resumed > 0 ? `${resumed} offered again` : '',
  ].filter(Boolean)
  return said.join(', ') || `${counted(tests, 'test')} changed`
}

/** The effects of a change on a test besides its price, in a few words; empty if none. */
export function lineWords({ turnaroundHours, atHome, paused, price }: PriceChangeLine): string {
  return [
    price.was === null ? 'new in your list' : '',
    turnaroundHours.becomes === null
      ? ''
      : turnaroundHours.was === null
        ? counted(turnaroundHours.becomes, 'hour')
        : `${turnaroundHours.was} to ${counted(turnaroundHours.becomes, 'hour')}`,
    atHome.becomes === null ? '' : atHome.becomes ? 'at home too' : 'at the lab only',
    paused.becomes === null || (price.was === null && !paused.becomes)
      ? ''
      : paused.becomes
        ? 'paused'
        : 'offered again',
  ]
    .filter(Boolean)
    .join(', ')
}
