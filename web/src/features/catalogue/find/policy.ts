import type { TestItem } from '@labalaba/contract'
import * as copy from '../../../copy/catalogue.ts'
import { fill, plural } from '../../../lib/fill.ts'
import { naira } from '../../../lib/format.ts'
import { readyDay } from '../policy.ts'

/** The search, as stored in the URL. Unset parts are empty strings. */
export type Question = { q: string; purpose: string; category: string; page: number }

/** The kinds of the switch: every test, and each category. */
export const kinds = [
  { value: '', label: copy.kindAll },
  { value: 'Test Package', label: copy.kindPackages },
  { value: 'Pathology', label: copy.kindPathology },
  { value: 'Genetics', label: copy.kindGenetics },
  { value: 'Imaging', label: copy.kindImaging },
] as const

/** Reads the search from the URL; an unknown kind means all. */
export function questionFrom(address: URLSearchParams, page: number): Question {
  const read = (name: string) => (address.get(name) ?? '').trim().slice(0, 100)
  const category = read('category')
  return {
    q: read('q'),
    purpose: read('purpose'),
    category: kinds.some((kind) => kind.value === category) ? category : '',
    page,
  }
}

/** The URL parameters of a search, without empty ones. */
export function questionAddress({ page, ...words }: Question): URLSearchParams {
  const address = new URLSearchParams(Object.entries(words).filter(([, value]) => value !== ''))
  if (page > 1) address.set('page', String(page))
  return address
}

/** The price range of a test over all labs. */
export function priceWords({ priceFrom, priceTo }: Pick<TestItem, 'priceFrom' | 'priceTo'>): string {
  if (priceFrom === null) return copy.noPrice
  if (priceTo === null || priceTo === priceFrom) return naira(priceFrom)
  return fill(copy.priceRange, { low: naira(priceFrom), high: naira(priceTo) })
}

/** "at 34 labs". */
export function labsWords(labCount: number): string {
  return labCount === 0 ? copy.atNoLab : plural(copy.atLabs, labCount)
}

/** "Usually ready by Sun 22 Nov", for a specimen that reaches the lab at `now`. */
export function usuallyReady(turnaroundHours: number, now: Date): string {
  return fill(copy.usuallyReady, { day: readyDay(turnaroundHours, now) })
}

/** The name of a specimen on screens. */
export function sampleWords(specimen: string): string {
  return specimen === '' || specimen === 'None' ? copy.noSample : specimen
}

/** How many tests were found, and which of them are on this page. */
export function foundWords(total: number, limit: number, { q, page }: Question): string {
  if (total <= limit) return q === '' ? plural(copy.tests, total) : plural(copy.foundFor, total, { q })
  const part = { first: (page - 1) * limit + 1, last: Math.min(page * limit, total) }
  return q === '' ? plural(copy.foundPart, total, part) : plural(copy.foundPartFor, total, { q, ...part })
}

/** The first few names, and how many more there are: "Full blood count, ESR and 5 more". */
export function fewNames(names: readonly string[], few: number): string {
  if (names.length <= few + 1) return names.join(', ')
  return fill(copy.listMore, { names: names.slice(0, few).join(', '), count: names.length - few })
}
