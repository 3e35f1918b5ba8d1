import { lab } from '../e2e/booking.ts'

/** A page to be measured, and whether somebody is signed in on it. */
export type Page = { readonly name: string; readonly path: string; readonly signedIn: boolean }

export const pages: readonly Page[] = [
  { name: 'landing', path: '/', signedIn: false },
  { name: 'doctor', path: '/doctor', signedIn: false },
  { name: 'laboratory', path: '/lab', signedIn: false },
  { name: 'individual', path: '/visitor', signedIn: false },
  { name: 'login', path: '/auth/login', signedIn: false },
  { name: 'explore labs', path: '/explore/labs', signedIn: true },
  { name: 'lab detail', path: `/labs/${lab.slug}`, signedIn: true },
  { name: 'cart', path: '/cart', signedIn: true },
]
