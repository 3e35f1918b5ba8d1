import type { Duty, StaffType } from '@labalaba/contract'

export type StaffPlace = { readonly to: string; readonly words: string }
type Places = {
  /** Pages for every day, the start page first: in the bar on wide screens, and in the menu. */
  readonly daily: readonly [StaffPlace, ...StaffPlace[]]
  /** Pages for occasional use: in the menu only. */
  readonly seldom: readonly StaffPlace[]
}

/** The logins of the account; all staff have this page. */
const logins: StaffPlace = { to: '/settings/logins', words: 'Logins and browsers' }

const operators: Places = {
  daily: [
    { to: '/operator/cases', words: 'Cases' },
    { to: '/operator/visits', words: 'Home visits' },
    { to: '/operator/licences', words: 'Licences' },
    { to: '/operator/staff', words: 'Staff' },
  ],
  seldom: [logins],
}

const phlebotomists: Places = { daily: [{ to: '/portal/phlebotomist', words: 'My round' }], seldom: [logins] }

const worklist: StaffPlace = { to: '/portal/lab', words: 'Worklist' }
const receiving: StaffPlace = { to: '/portal/lab/receive', words: 'Receive samples' }
const handovers: StaffPlace = { to: '/portal/lab/handovers', words: 'Handovers' }
const unplaced: StaffPlace = { to: '/portal/lab/unplaced', words: 'Not placed' }
const intervals: StaffPlace = { to: '/portal/lab/intervals', words: 'Intervals' }

/** The additional pages of those who manage a lab. */
const managed: readonly StaffPlace[] = [
  { to: '/portal/lab/hours', words: 'Opening hours' },
  { to: '/portal/lab/visits', words: 'Home visits' },
  { to: '/portal/lab/pause', words: 'Pause' },
  { to: '/portal/lab/prices', words: 'Prices' },
  { to: '/portal/lab/statements', words: 'Statements' },
  { to: '/portal/lab/figures', words: 'Figures' },
  { to: '/portal/lab/systems', words: 'Systems' },
]

/** The pages of a staff member. */
export function placesOf(type: StaffType, duties: readonly Duty[]): Places {
  if (type === 'operator') return operators
  if (type === 'phlebotomist') return phlebotomists
  const receives = duties.includes('desk') || duties.includes('scientist')
  const manages = duties.includes('manager')
  return {
    daily: [worklist, ...(receives ? [receiving] : []), handovers, unplaced],
    seldom: [
      ...(manages ? managed : []),
      ...(manages || duties.includes('verifier') ? [intervals] : []),
      logins,
    ],
  }
}
