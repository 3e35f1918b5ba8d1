import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const plain = z.regex(/^[^\p{Cc}]*$/u)
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
/** The address of one of the member's locations. */
const location = z.string().check(z.minLength(1), z.maxLength(300))

/** Why a location takes no bookings, in words for patients. */
export const locationPause = z.object({
  words: z.string(),
  /** The day from which it takes bookings again; null if none is set. */
  againOn: z.nullable(z.string()),
})
export type LocationPause = z.infer<typeof locationPause>

const pause = z.extend(locationPause, {
  id: z.number(),
  /** The reason, for the lab staff. */
  reason: z.string(),
  begunAt: z.string(),
  begunBy: z.string(),
  endedAt: z.nullable(z.string()),
  endedBy: z.nullable(z.string()),
})
export type PauseDetails = z.infer<typeof pause>

/** A paid order on which no work has begun. */
const waiting = z.object({
  reference: z.string(),
  mode: z.enum(['walkin', 'sampleCollection']),
  /** Of a home visit; null for a walk-in, which has no fixed time. */
  date: z.nullable(z.string()),
  time: z.nullable(z.string()),
})
export type WaitingOrder = z.infer<typeof waiting>

export const readPause = endpoint('GET /v0/lab/pause', {
  summary:
    "Whether one of the manager's locations takes bookings, the first if none is named. Also earlier pauses, and the paid orders that wait to be done there.",
  access: 'lab',
  query: z.strictObject({ location: z.optional(location) }),
  reply: z.object({
    lab: z.string(),
    locations: z.array(z.object({ address: z.string(), name: z.string() })),
    /** The location that is returned. */
    address: z.string(),
    name: z.string(),
    /** The pause in force. */
    pause: z.nullable(pause),
    /** Pauses that have ended, the newest first. */
    before: z.array(pause),
    /** Home visits by their day, then walk-ins, a hundred at most. */
    waiting: z.array(waiting),
    /** How many more there are. */
    more: z.number(),
  }),
  refusals: ['not_found'],
})
export type PauseDesk = z.infer<(typeof readPause)['reply']>

export const setPause = endpoint('PUT /v0/lab/pause', {
  summary:
    'Pauses bookings at a location until a day, or until a manager ends the pause. Paid orders stay. Times that are held and not paid are released. Asking for the same again changes nothing.',
  access: 'lab',
  body: z.strictObject({
    location,
    reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(300), plain),
    words: z.string().check(z.trim(), z.minLength(3), z.maxLength(200), plain),
    againOn: z.nullable(day),
    /** The current pause as the manager saw it; null if there was none. */
    seen: z.nullable(z.number()),
  }),
  reply: z.object({ id: z.number() }),
  refusals: ['not_found', 'pause_changed'],
})

export const endPause = endpoint('DELETE /v0/lab/pause', {
  summary: 'Lets a location take bookings again at once. Asking again changes nothing.',
  access: 'lab',
  body: z.strictObject({ location, seen: z.number() }),
  reply: z.object({}),
  refusals: ['not_found'],
})
