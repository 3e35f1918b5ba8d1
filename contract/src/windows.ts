import * as z from 'zod/mini'
import { areaName } from './area.ts'
import { endpoint } from './endpoint.ts'
import { openingsOn } from './opening-hours.ts'
import { formatClock, type LagosDate } from './time.ts'

/** When the appointment windows of a day begin, the same everywhere. The last ends at 19:00, before it is dark. */
const starts = ['07:00', '09:00', '11:00', '13:00', '15:00', '17:00'] as const
export type WindowStart = (typeof starts)[number]

/** An appointment window: two hours in which a phlebotomist comes, in Lagos time, HH:MM. */
export type VisitWindow = { readonly from: WindowStart; readonly to: string }

export const visitWindows: readonly VisitWindow[] = starts.map((from, place) => ({
  from,
  to: starts[place + 1] ?? '19:00',
}))

/** The window that a time of day falls in; null before the first and after the last. */
export function windowOf(time: string): VisitWindow | null {
  return visitWindows.find(({ from, to }) => from <= time && time < to) ?? null
}

/** The longest time before its window at which a phlebotomist sets off, and the shortest for a booking, in milliseconds. */
export const visitLead = 2 * 60 * 60 * 1000

/** When the window of a visit begins and ends. If its time is in no window, two hours from that time on. */
export function visitTimes(day: string, time: string): { readonly begins: Date; readonly ends: Date } {
  const window = windowOf(time)
  const begins = new Date(`${day}T${window?.from ?? time}:00+01:00`)
  return {
    begins,
    ends: window ? new Date(`${day}T${window.to}:00+01:00`) : new Date(begins.getTime() + visitLead),
  }
}

/**
 * The windows of a day that fit these opening hours: the location opens before the window ends and closes after it, so the
 * lab can receive each sample. All windows if the hours cannot be parsed.
 */
export function windowsOn(openingHours: string, day: LagosDate): readonly VisitWindow[] {
  const open = openingsOn(openingHours, day)
  if (!open) return visitWindows
  const [first, last] = [
    open[0]?.from,
    open
      .map(({ to }) => to)
      .sort()
      .at(-1),
  ]
  return visitWindows.filter(
    ({ to }) => first !== undefined && last !== undefined && first < to && to <= last,
  )
}

/** With a fast of at least this many hours, a morning visit is advised. */
export const longFast = 8

/** Whether a window suits a patient who has fasted overnight. */
export function isMorning({ from }: VisitWindow): boolean {
  return from < '11:00'
}

/** "7 to 9 am", "11 am to 1 pm". */
export function formatWindow({ from, to }: VisitWindow): string {
  const [first = '', firstHalf = ''] = formatClock(from).replace(':00', '').split(' ')
  const [last = '', lastHalf = ''] = formatClock(to).replace(':00', '').split(' ')
  return firstHalf === lastHalf
    ? `${first} to ${last} ${lastHalf}`
    : `${first} ${firstHalf} to ${last} ${lastHalf}`
}

/** "between 7 and 9 am" for a time in a window; "at 6:30 am" for any other. */
export function formatVisitTime(time: string): string {
  const window = windowOf(time)
  return window ? `between ${formatWindow(window).replace(' to ', ' and ')}` : `at ${formatClock(time)}`
}

const slot = z.object({
  /** A Lagos day. */
  date: z.string(),
  from: z.enum(starts),
  to: z.string(),
  left: z.enum(['open', 'few', 'full']),
  /** Suits a patient who has fasted overnight. */
  morning: z.boolean(),
})
export type Slot = z.infer<typeof slot>

export const listSlots = endpoint('GET /v0/slots', {
  summary:
    'The two-hour windows of the next 14 days in which a phlebotomist can come to the patient for a lab location, and whether each still has room.',
  access: 'account',
  query: z.strictObject({
    /** Slug or name. */
    lab: z.string().check(z.trim(), z.minLength(1), z.maxLength(160)),
    /** The address of the location. */
    location: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
    /** Names of tests, separated by `|`: some need a morning visit. */
    tests: z.optional(z.string().check(z.maxLength(6000), z.regex(/^[^\p{Cc}]*$/u))),
    /** Where the patient is, both or neither, as in `listKnownAreas`; by default where the location is. */
    state: areaName,
    area: areaName,
  }),
  reply: z.object({
    slots: z.array(slot),
    /** No phlebotomist serves the patient's area: there are no windows on any day. */
    nobodyGoes: z.boolean(),
    /** The longest fast that the tests need, in hours. */
    fastingHours: z.number(),
    /** A sentence about which windows suit; null if all do. */
    advice: z.nullable(z.string()),
  }),
  refusals: ['unknown_lab', 'no_home_collection', 'unknown_area'],
})
export type Slots = z.infer<(typeof listSlots)['reply']>
