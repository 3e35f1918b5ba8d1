/** The three audiences, as the header names them. */
export const audiences = [
  { to: '/doctor', words: 'Doctor' },
  { to: '/lab', words: 'Laboratory' },
  { to: '/visitor', words: 'Individual' },
] as const

export const menuLink =
  'flex min-h-12 items-center rounded-button px-4 font-medium text-input text-ink no-underline hover:bg-sand aria-[current]:rounded-none aria-[current]:font-bold aria-[current]:text-indigo aria-[current]:shadow-[inset_0_-3px_0_var(--color-indigo)]'
