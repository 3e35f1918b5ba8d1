import * as z from 'zod/mini'
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

export const readVisitPlaces = endpoint({
  method: 'GET',
  path: '/v0/lab/visit-places',
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

export const previewVisitPlaces = endpoint({
  method: 'POST',
  path: '/v0/lab/visit-places/preview',
  summary: 'In which windows there would be more home visits than the location makes. Nothing is changed.',
  access: 'lab',
  body: z.strictObject({ location, plan: placesPlan }),
  reply: z.object({ beyond: z.array(beyond) }),
  refusals: ['not_found'],
})

export const setVisitPlaces = endpoint({
  method: 'PUT',
  path: '/v0/lab/visit-places',
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
