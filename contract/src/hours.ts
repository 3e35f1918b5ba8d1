import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const clock = z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/))

/** HH:MM in Lagos; the day ends at 24:00. */
const opening = z.strictObject({ from: clock, to: clock })
export type OpenSpan = z.infer<typeof opening>

const openings = z.array(opening).check(z.maxLength(4))
/** The openings of each weekday from Monday on; empty for a day that is closed. */
const week = z.array(openings).check(z.minLength(7), z.maxLength(7))
export type OpenWeek = z.infer<typeof week>

const specialDay = z.strictObject({
  on: day,
  /** The reason, such as "Christmas Day"; may be empty. */
  name: z.string().check(z.trim(), z.maxLength(40), z.regex(/^[\p{L}\p{N} .,'’-]*$/u)),
  /** Empty if it is closed all day. */
  openings,
})
export type SpecialDay = z.infer<typeof specialDay>

const openHours = z.strictObject({
  week,
  /** A week that applies from a later day on. */
  planned: z.nullable(z.strictObject({ from: day, week })),
  /** Days that differ from their week. */
  days: z.array(specialDay).check(z.maxLength(60)),
})
export type OpenHours = z.infer<typeof openHours>

/** The address of one of the member's locations. */
const location = z.string().check(z.minLength(1), z.maxLength(300))

/** A home visit that is booked for a window in which the location is closed. */
const standing = z.object({
  /** The order. */
  reference: z.string(),
  date: z.string(),
  /** HH:MM, as it was booked. */
  time: z.string(),
})
export type VisitOutsideHours = z.infer<typeof standing>

export const readOpenHours = endpoint('GET /v0/lab/hours', {
  summary:
    "The opening hours of one of the manager's locations, the first if none is named. Also earlier changes, and the home visits booked for times when it is closed.",
  access: 'lab',
  query: z.strictObject({ location: z.optional(location) }),
  reply: z.object({
    lab: z.string(),
    locations: z.array(z.object({ address: z.string(), name: z.string() })),
    /** The location that is returned. */
    address: z.string(),
    /** Null if the stored text cannot be parsed. */
    hours: z.nullable(openHours),
    /** The stored text. The client sends it back as `seen` when it saves. */
    written: z.string(),
    standing: z.array(standing),
    changes: z.array(z.object({ at: z.string(), by: z.string(), became: z.string() })),
  }),
  refusals: ['not_found'],
})
export type HoursDesk = z.infer<(typeof readOpenHours)['reply']>

export const previewOpenHours = endpoint('POST /v0/lab/hours/preview', {
  summary: 'Which home visits would be in a window in which the location is then closed. Nothing is changed.',
  access: 'lab',
  body: z.strictObject({ location, hours: openHours }),
  reply: z.object({ standing: z.array(standing) }),
  refusals: ['not_found'],
})

export const setOpenHours = endpoint('PUT /v0/lab/hours', {
  summary:
    'Sets when a location is open. Visits booked for times when it is closed stay, and their patients are asked for another day. Setting the same again changes nothing.',
  access: 'lab',
  // The text of sixty days with four openings each, every one with a name, has 18,000 characters at most.
  body: z.strictObject({ location, hours: openHours, seen: z.string().check(z.maxLength(20_000)) }),
  reply: z.object({
    written: z.string(),
    standing: z.array(standing),
    /** Days that had already passed and were left out. */
    passed: z.array(z.string()),
  }),
  refusals: ['not_found', 'hours_changed'],
})
