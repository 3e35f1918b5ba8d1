import * as z from 'zod/mini'
import { areaName } from './area.ts'
import { endpoint } from './endpoint.ts'

const window = z.object({
  from: z.string(),
  to: z.string(),
  /** Paid, and held for somebody who is paying. */
  booked: z.number(),
  held: z.number(),
  /** How many more can be visited here; a lab may take fewer. */
  left: z.number(),
})
export type CapacityWindow = z.infer<typeof window>

const area = z.object({
  /** Empty for all of the state that is not named. */
  area: z.string(),
  /** Who goes here, by name. */
  people: z.array(z.string()),
  /** Paid visits that are given to nobody yet. */
  unassigned: z.number(),
  windows: z.array(window),
})
export type CapacityArea = z.infer<typeof area>

export const readVisitCapacity = endpoint({
  method: 'GET',
  path: '/v0/visits/capacity',
  summary:
    'The home visits of a day in a state, by area and window: how many are booked and held, how many more can be made, and who goes there.',
  access: 'operator',
  query: z.object({ day: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)), state: areaName }),
  reply: z.object({
    /** Where somebody goes, a lab sends somebody, or visits of that day are; each with how many areas nobody goes to. */
    states: z.array(z.object({ state: z.string(), booked: z.number(), uncovered: z.number() })),
    /** The one that was asked for, else the first with a visit that nobody can make, else the first with visits. */
    state: z.nullable(z.string()),
    /** Those with visits or with nobody first. */
    areas: z.array(area),
  }),
  refusals: ['wrong_days'],
})
export type VisitCapacity = z.infer<(typeof readVisitCapacity)['reply']>
