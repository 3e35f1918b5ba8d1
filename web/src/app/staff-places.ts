import type { Duty, StaffType } from '@labalaba/contract'
import * as copy from '../copy/app.ts'

export type StaffPlace = { readonly to: string; readonly words: string }
type Places = {
  /** Pages for every day, the start page first: in the bar on wide screens, and in the menu. */
  readonly daily: readonly [StaffPlace, ...StaffPlace[]]
  /** Pages for occasional use: in the menu only. */
  readonly seldom: readonly StaffPlace[]
}

/** The logins of the account; all staff have this page. */
const logins: StaffPlace = { to: '/settings/logins', words: copy.logins }

const operators: Places = {
  daily: [
    { to: '/operator/cases', words: copy.cases },
    { to: '/operator/visits', words: copy.homeVisits },
    { to: '/operator/licences', words: copy.licences },
    { to: '/operator/staff', words: copy.staff },
  ],
  seldom: [logins],
}

const phlebotomists: Places = {
  daily: [{ to: '/portal/phlebotomist', words: copy.myRound }],
  seldom: [logins],
}

const worklist: StaffPlace = { to: '/portal/lab', words: copy.worklist }
const receiving: StaffPlace = { to: '/portal/lab/receive', words: copy.receiveSamples }
const handovers: StaffPlace = { to: '/portal/lab/handovers', words: copy.handovers }
const unplaced: StaffPlace = { to: '/portal/lab/unplaced', words: copy.unmatchedResults }
const intervals: StaffPlace = { to: '/portal/lab/intervals', words: copy.referenceIntervals }

/** The additional pages of those who manage a lab. */
const managed: readonly StaffPlace[] = [
  { to: '/portal/lab/hours', words: copy.openingHours },
  { to: '/portal/lab/visits', words: copy.homeVisits },
  { to: '/portal/lab/pause', words: copy.pause },
  { to: '/portal/lab/prices', words: copy.prices },
  { to: '/portal/lab/statements', words: copy.statements },
  { to: '/portal/lab/figures', words: copy.statistics },
  { to: '/portal/lab/systems', words: copy.connectedSystems },
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
