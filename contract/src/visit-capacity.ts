import * as z from 'zod/mini'
import { areaName } from './area.ts'
import { endpoint } from './endpoint.ts'

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

export const readVisitCapacity = endpoint({
  method: 'GET',
  path: '/v0/visits/capacity',
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
