import {
  addDays,
  type LagosDate,
  type PlacesPlan,
  parseLagosDate,
  visitWindows,
  type WindowStart,
} from '@labalaba/contract'
import { hasJustPassed } from '../policy.ts'
import { type Capacity, weekdayOf } from '../windows/policy.ts'

/** How far ahead a single day can be set, in days. */
const furthest = 400

/** How many visits a location makes, as a plan for the lab manager: without past days. */
export function planOf(capacity: Capacity, today: LagosDate): PlacesPlan {
  const weekday = (index: number) =>
    visitWindows.map(
      ({ from }) =>
        capacity.special.find((one) => one.weekday === index + 1 && one.starts === from)?.places ??
        capacity.usual,
    )
  const week = Array.from({ length: 7 }, (_, index) => weekday(index))
  const days = [...new Set(capacity.days.map(({ day }) => day))].filter((day) => day >= today).toSorted()
  return {
    week,
    days: days.map((on) => ({
      on,
      places: visitWindows.map(
        ({ from }, index) =>
          capacity.days.find((one) => one.day === on && one.starts === from)?.places ??
          week[weekdayOf(on) - 1]?.[index] ??
          capacity.usual,
      ),
    })),
  }
}

/** A plan in the order in which it is stored, without past days. */
export function tidyPlan({ week, days }: PlacesPlan, today: LagosDate): PlacesPlan {
  const ahead = days.filter(({ on }) => on >= today).toSorted((a, b) => (a.on < b.on ? -1 : 1))
  return { week, days: ahead }
}

/** The errors of a plan, by field; empty if it is valid. A day that passed while the form was open is no error. */
export function planProblems({ days }: PlacesPlan, today: LagosDate): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const [index, { on }] of days.entries())
    if (hasJustPassed(on, today)) continue
    else if (parseLagosDate(on) === null || on < today || on > addDays(today, furthest))
      problems[`days.${index}`] = 'Choose a day from today on, and within 400 days.'
    else if (days.findIndex((one) => one.on === on) < index)
      problems[`days.${index}`] = 'This day is here twice.'
  return problems
}

/** Each number of a plan with its window and weekday or day. */
export function cellsOf({ week, days }: PlacesPlan): {
  readonly weekdays: readonly { weekday: number; starts: WindowStart; places: number }[]
  readonly days: readonly { day: string; starts: WindowStart; places: number }[]
} {
  const windows = (places: readonly number[]) =>
    visitWindows.map(({ from }, index) => ({ starts: from, places: places[index] ?? 0 }))
  return {
    weekdays: week.flatMap((places, index) =>
      windows(places).map((cell) => ({ weekday: index + 1, ...cell })),
    ),
    days: days.flatMap(({ on, places }) => windows(places).map((cell) => ({ day: on, ...cell }))),
  }
}

/** A plan in the form that bookings read. */
export function capacityFrom(plan: PlacesPlan): Capacity {
  const { weekdays, days } = cellsOf(plan)
  return { usual: 0, special: weekdays, days }
}
