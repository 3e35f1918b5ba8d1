import type { TestItem } from '@labalaba/contract'
import { counted, naira } from '../../../lib/format.ts'
import { readyWords } from '../policy.ts'

/** The search, as stored in the URL. Unset parts are empty strings. */
export type Question = { q: string; purpose: string; category: string; page: number }

/** The kinds of the switch: every test, and each category. */
export const kinds = [
  { value: '', label: 'All' },
  { value: 'Test Package', label: 'Test packages' },
  { value: 'Pathology', label: 'Pathology' },
  { value: 'Genetics', label: 'Genetics' },
  { value: 'Imaging', label: 'Imaging' },
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
  if (priceFrom === null) return 'No price yet'
  if (priceTo === null || priceTo === priceFrom) return naira(priceFrom)
  return `from ${naira(priceFrom)} to ${naira(priceTo)}`
}

/** "at 34 labs". */
export function labsWords(labCount: number): string {
  return labCount === 0 ? 'at no lab now' : `at ${counted(labCount, 'lab')}`
}

/** "Usually ready by Sun 22 Nov", for a specimen that reaches the lab at `now`. */
export function usuallyReady(turnaroundHours: number, now: Date): string {
  return `Usually ready by ${readyWords(turnaroundHours, now).replace('Ready by ', '')}`
}

/** The name of a specimen on screens. */
export function sampleWords(specimen: string): string {
  return specimen === '' || specimen === 'None' ? 'No sample is taken' : specimen
}

/** How many tests were found, and which of them are on this page. */
export function foundWords(total: number, limit: number, { q, page }: Question): string {
  const found = `${counted(total, 'test')}${q === '' ? '' : ` found for “${q}”`}`
  if (total <= limit) return found
  return `${found}, showing ${(page - 1) * limit + 1} to ${Math.min(page * limit, total)}`
}

/** The first few names, and how many more there are: "Full blood count, ESR and 5 more". */
export function fewNames(names: readonly string[], few: number): string {
  if (names.length <= few + 1) return names.join(', ')
  return `${names.slice(0, few).join(', ')} and ${names.length - few} more`
}
