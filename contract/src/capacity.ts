import * as z from 'zod/mini'
import { areaName } from './area.ts'
import { endpoint } from './endpoint.ts'

/** The number of home visits in each of the six windows of a day, the earliest first. */
const dayPlaces = z.array(z.int().check(z.minimum(0), z.maximum(500))).check(z.minLength(6), z.maxLength(6))

const placesPlan = z.strictObject({
  /** From Monday on. */
  week: z.array(dayPlaces).check(z.minLength(7), z.maxLength(7)),
  /** Days with other numbers. */
  days: z
    .array(z.strictObject({ on: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)), places: dayPlaces }))
    .check(z.maxLength(60)),
})
export type PlacesPlan = z.infer<typeof placesPlan>

/** The address of one of the member's locations. */
const location = z.string().check(z.minLength(1), z.maxLength(300))

/** A window with more booked visits than its capacity. They stay booked, and no more are accepted. */
const beyond = z.object({ date: z.string(), from: z.string(), taken: z.number(), places: z.number() })
export type PlacesBeyond = z.infer<typeof beyond>

export const readVisitPlaces = endpoint('GET /v0/lab/visit-places', {
  summary:
    "How many home visits one of the manager's locations makes in each window, the first location if none is named. Also the windows that have more visits than that.",
  access: 'lab',
  query: z.strictObject({ location: z.optional(location) }),
  reply: z.object({
    lab: z.string(),
    /** Whether the lab makes home visits at all. */
    homeVisits: z.boolean(),
    locations: z.array(z.object({ address: z.string(), name: z.string() })),
    address: z.string(),
    openingHours: z.string(),
    plan: placesPlan,
    beyond: z.array(beyond),
    changes: z.array(z.object({ at: z.string(), by: z.string() })),
  }),
  refusals: ['not_found'],
})
export type PlacesDesk = z.infer<(typeof readVisitPlaces)['reply']>

export const previewVisitPlaces = endpoint('POST /v0/lab/visit-places/preview', {
  summary: 'In which windows there would be more home visits than the location makes. Nothing is changed.',
  access: 'lab',
  body: z.strictObject({ location, plan: placesPlan }),
  reply: z.object({ beyond: z.array(beyond) }),
  refusals: ['not_found'],
})

export const setVisitPlaces = endpoint('PUT /v0/lab/visit-places', {
  summary:
    'Sets how many home visits a location makes in each window. Visits that are already booked stay. Saving the same again changes nothing.',
  access: 'lab',
  body: z.strictObject({ location, plan: placesPlan, seen: placesPlan }),
  reply: z.object({
    plan: placesPlan,
    beyond: z.array(beyond),
    /** Days that had already passed and were left out. */
    passed: z.array(z.string()),
  }),
  refusals: ['not_found', 'places_changed'],
})

const window = z.object({
  from: z.string(),
  to: z.string(),
  /** Paid visits, and visits held during payment. */
  booked: z.number(),
  held: z.number(),
  /** How many more visits are possible here; a lab may take fewer. */
  left: z.number(),
})
export type CapacityWindow = z.infer<typeof window>

const area = z.object({
  /** Empty if the whole state is meant. */
  area: z.string(),
  /** The phlebotomists who serve it, by name. */
  people: z.array(z.string()),
  /** Paid visits without a phlebotomist. */
  unassigned: z.number(),
  windows: z.array(window),
})
export type CapacityArea = z.infer<typeof area>

export const readVisitCapacity = endpoint('GET /v0/visits/capacity', {
  summary:
    'The home visits of a day in a state, by area and window: how many are booked and held, how many more are possible, and who goes there.',
  access: 'operator',
  query: z.object({ day: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)), state: areaName }),
  reply: z.object({
    /**
     * States with phlebotomists, labs that make home visits, or visits on that day; each with how many areas no
     * phlebotomist serves.
     */
    states: z.array(z.object({ state: z.string(), booked: z.number(), uncovered: z.number() })),
    /**
     * The requested state; by default the first with a visit that no phlebotomist can make, otherwise the first with
     * visits.
     */
    state: z.nullable(z.string()),
    /** Areas with visits or without phlebotomists first. */
    areas: z.array(area),
  }),
  refusals: ['wrong_days'],
})
export type VisitCapacity = z.infer<(typeof readVisitCapacity)['reply']>
