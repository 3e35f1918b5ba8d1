import { useLocation } from 'react-router'
import * as copy from '../copy/app.ts'

export type MenuPlace = { to: string; words: string; also?: string }

/** The three audiences, as the header names them. */
export const audiences: readonly MenuPlace[] = [
  { to: '/doctor', words: copy.forDoctors },
  { to: '/lab', words: copy.forLabs },
  { to: '/visitor', words: copy.forPatients, also: '/' },
]

/** The FAQ of the current page, if it has one; else the patients' FAQ. */
export function useFaqAddress(): string {
  const { pathname } = useLocation()
  return `${audiences.some((one) => one.to === pathname) ? pathname : '/'}#faq`
}

export const menuLink =
  'flex min-h-12 items-center rounded-button px-4 font-medium text-input text-ink no-underline hover:bg-sand aria-[current]:rounded-none aria-[current]:font-bold aria-[current]:text-indigo aria-[current]:shadow-[inset_0_-3px_0_var(--color-indigo)]'
