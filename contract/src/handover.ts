import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { handoverState } from './handover-state.ts'
import { specimenState } from './specimen.ts'
import { visitPhoto } from './visit-photo.ts'

/** After so many hours samples that a home visit took and that are not with the lab are looked for. */
export const hoursToHandOver = 24

const accession = z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[0-9]{2}[0-9A-Z]+-[0-9]{5,12}$/))

const handover = z.object({
  /** The visit that took them. */
  visit: z.string(),
  order: z.string(),
  location: z.string(),
  state: handoverState,
  /** The first name of whoever carries them. */
  phlebotomist: z.nullable(z.string()),
  collectedAt: z.string(),
  /** When they were handed over and how many, as the phlebotomist says; null while their phone has not said so. */
  deliveredAt: z.nullable(z.string()),
  given: z.nullable(z.number()),
  samples: z.array(
    z.object({
      accession: z.string(),
      specimen: z.string(),
      container: z.string(),
      state: specimenState,
      /** Whoever confirmed the count did not find it. */
      isMissing: z.boolean(),
    }),
  ),
  /** Who of the lab counted, and how many were there; null before. */
  confirmed: z.nullable(z.object({ by: z.nullable(z.string()), at: z.string(), found: z.number() })),
  /** It was taken longer ago than it should be on its way. */
  isLate: z.boolean(),
  /** Photos of the tubes by the phlebotomist, for whoever may count them; to others there are none. */
  photos: z.array(visitPhoto),
})
export type Handover = z.infer<typeof handover>

export const listHandovers = endpoint({
  method: 'GET',
  path: '/v0/lab/handovers',
  summary:
    'What home visits took for the lab and has not all been received: on its way, handed over, or missing; what waits longest first.',
  access: 'lab',
  query: z.object({ location: z.optional(z.string().check(z.maxLength(300))) }),
  reply: z.array(handover),
  refusals: [],
})

export const confirmHandover = endpoint({
  method: 'POST',
  path: '/v0/lab/handovers/:visit/confirmation',
  summary:
    'Somebody of the lab has counted what a home visit took: these are there. What is not among them is missing, and operators look for it. The same again is harmless.',
  access: 'lab',
  params: z.strictObject({ visit: z.string().check(z.uuid()) }),
  body: z.strictObject({
    /** The numbers on the labels that were found; none, where nothing came. */
    found: z.array(accession).check(z.maxLength(60)),
  }),
  reply: z.object({ found: z.number(), missing: z.number() }),
  refusals: ['not_your_duty', 'wrong_state', 'wrong_labels'],
})
