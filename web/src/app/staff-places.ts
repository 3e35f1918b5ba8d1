import type { Duty, StaffType } from '@labalaba/contract'

export type StaffPlace = { readonly to: string; readonly words: string }
type Places = readonly [StaffPlace, ...StaffPlace[]]

const operators: Places = [
  { to: '/operator/cases', words: 'Cases' },
  { to: '/operator/visits', words: 'Home visits' },
  { to: '/operator/staff', words: 'Staff' },
]

const labs: Places = [
  { to: '/portal/lab', words: 'Worklist' },
  { to: '/portal/lab/unplaced', words: 'Not placed' },
]

const intervals: StaffPlace = { to: '/portal/lab/intervals', words: 'Intervals' }

/** What those who manage a lab have besides. */
const managed: readonly StaffPlace[] = [
  { to: '/portal/lab/hours', words: 'Opening hours' },
  { to: '/portal/lab/visits', words: 'Home visits' },
  { to: '/portal/lab/pause', words: 'Pause' },
  { to: '/portal/lab/prices', words: 'Prices' },
  { to: '/portal/lab/statements', words: 'Statements' },
  { to: '/portal/lab/figures', words: 'Figures' },
  { to: '/portal/lab/systems', words: 'Systems' },
]

/** The pages of somebody who works here, the one where they begin first. */
export function placesOf(type: StaffType, duties: readonly Duty[]): Places {
  if (type === 'operator') return operators
  if (type === 'phlebotomist') return [{ to: '/portal/phlebotomist', words: 'My round' }]
  if (duties.includes('manager')) return [...labs, ...managed, intervals]
  return duties.includes('verifier') ? [...labs, intervals] : labs
}
