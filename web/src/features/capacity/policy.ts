import {
  addDays,
  formatWindow,
  type LagosDate,
  lagosDate,
  type PlacesBeyond,
  type PlacesPlan,
  parseLagosDate,
  visitWindows,
  windowsOn,
} from '@labalaba/contract'
import * as copy from '../../copy/capacity.ts'
import { plural } from '../../lib/fill.ts'
import { longDay } from '../../lib/format.ts'

/** The numbers as typed in their fields. */
export type TypedPlan = {
  readonly week: readonly (readonly string[])[]
  readonly days: readonly TypedDay[]
}
export type TypedDay = { readonly on: string; readonly places: readonly string[] }

/** The field values of a plan. */
export function fieldsOf({ week, days }: PlacesPlan): TypedPlan {
  return {
    week: week.map((places) => places.map(String)),
    days: days.map(({ on, places }) => ({ on, places: places.map(String) })),
  }
}

/** Replaces one number of a day. */
export function withCell(places: readonly string[], index: number, typed: string): string[] {
  return places.map((before, at) => (at === index ? typed : before))
}

/** A week with one of its days replaced. */
export function withDay(
  week: TypedPlan['week'],
  day: number,
  places: readonly string[],
): readonly (readonly string[])[] {
  return week.map((before, at) => (at === day ? places : before))
}

/** A special day without visits, until other numbers are typed. */
export const noVisits: TypedDay = { on: '', places: visitWindows.map(() => '0') }

function numberIn(typed: string): number | null {
  return /^\d{1,3}$/.test(typed.trim()) && Number(typed) <= 500 ? Number(typed) : null
}

/** The typed plan, and its errors by field, such as `week.0` or `days.1`. */
export function readTyped({ week, days }: TypedPlan): { plan: PlacesPlan; wrong: Record<string, string> } {
  const wrong: Record<string, string> = {}
  const numbers = (field: string, places: readonly string[]) =>
    places.map((typed) => {
      const number = numberIn(typed)
      if (number === null) wrong[field] = copy.numberWrong
      return number ?? 0
    })
  const plan = {
    week: week.map((places, index) => numbers(`week.${index}`, places)),
    days: days.map(({ on, places }, index) => ({ on, places: numbers(`days.${index}`, places) })),
  }
  for (const [index, { on }] of days.entries()) if (on === '') wrong[`days.${index}`] = copy.chooseDay
  return { plan, wrong }
}

/** For each window, whether the location is open then on that weekday in any of the next four weeks. */
export function openWindows(openingHours: string, weekday: number, now: Date): readonly boolean[] {
  const today = lagosDate(now)
  const days = Array.from({ length: 28 }, (_, ahead) => addDays(today, ahead)).filter(
    (day) => (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7 === weekday,
  )
  return visitWindows.map(({ from }) =>
    days.some((day) => windowsOn(openingHours, day).some((one) => one.from === from)),
  )
}

/** The same for one calendar day; true for every window while no day is chosen. */
export function openWindowsOn(openingHours: string, on: string): readonly boolean[] {
  const day: LagosDate | null = parseLagosDate(on)
  return visitWindows.map(
    ({ from }) => day === null || windowsOn(openingHours, day).some((one) => one.from === from),
  )
}

/** The names of the windows: "7 to 9 am". */
export const windowNames: readonly string[] = visitWindows.map((window) => formatWindow(window))

/** The same in short: "11–1 pm". */
export const shortNames: readonly string[] = visitWindows.map((window) => {
  const [first = '', last = ''] = formatWindow(window).split(' to ')
  return `${first.replace(/ [ap]m$/, '')}–${last}`
})

/** "Friday 4 December, 7 to 9 am: 5 visits are booked, and you have room for 3." */
export function beyondWords({ date, from, taken, places }: PlacesBeyond, now: Date): string {
  const at = visitWindows.findIndex((window) => window.from === from)
  const window = windowNames[at] ?? from
  return plural(copy.beyond, taken, { day: longDay(date, now), window, places })
}

/** The first and the last day that can be chosen. */
export function dayLimits(now: Date): { first: LagosDate; last: LagosDate } {
  const first = lagosDate(now)
  return { first, last: addDays(first, 400) }
}
