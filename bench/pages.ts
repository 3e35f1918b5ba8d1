import { lab } from '../e2e/booking.ts'

/** A page to measure: whether it needs a signed-in account, and the limit of its total weight, if any. */
export type Page = {
  readonly name: string
  readonly path: string
  readonly signedIn: boolean
  readonly kilobytes?: number
}

export const pages: readonly Page[] = [
  { name: 'landing', path: '/', signedIn: false, kilobytes: 150 },
  { name: 'doctor', path: '/doctor', signedIn: false, kilobytes: 150 },
  { name: 'laboratory', path: '/lab', signedIn: false, kilobytes: 150 },
  { name: 'individual', path: '/visitor', signedIn: false, kilobytes: 150 },
  { name: 'login', path: '/auth/login', signedIn: false, kilobytes: 165 },
  { name: 'explore labs', path: '/explore/labs', signedIn: true },
  { name: 'lab detail', path: `/labs/${lab.slug}`, signedIn: true },
  { name: 'cart', path: '/cart', signedIn: true },
]
