import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { visitPhoto } from './home-visit-photo.ts'
import { handoverState, specimenState } from './specimen.ts'

/** After this many hours, specimens of a home visit that are not at the lab are reported as missing. */
export const hoursToHandOver = 24

const accession = z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[0-9]{2}[0-9A-Z]+-[0-9]{5,12}$/))

const handover = z.object({
  /** The home visit that took them. */
  visit: z.string(),
  order: z.string(),
  location: z.string(),
  state: handoverState,
  /** The first name of the phlebotomist. */
  phlebotomist: z.nullable(z.string()),
  collectedAt: z.string(),
  /** When and how many were handed over, as the phlebotomist reported; null until their phone has reported it. */
  deliveredAt: z.nullable(z.string()),
  given: z.nullable(z.number()),
  samples: z.array(
    z.object({
      accession: z.string(),
      specimen: z.string(),
      container: z.string(),
      state: specimenState,
      /** The lab staff who confirmed the count did not find it. */
      isMissing: z.boolean(),
    }),
  ),
  /** Which lab staff counted, when, and how many they found; null before the count. */
  confirmed: z.nullable(z.object({ by: z.nullable(z.string()), at: z.string(), found: z.number() })),
  /** It was taken too long ago to be still on its way. */
  isLate: z.boolean(),
  /** Photos of the tubes by the phlebotomist; empty for a caller who may not count them. */
  photos: z.array(visitPhoto),
})
export type Handover = z.infer<typeof handover>

export const listHandovers = endpoint('GET /v0/lab/handovers', {
  summary:
    'Home visits whose samples the lab has not all received: on their way, handed over or missing. Those that have waited longest come first.',
  access: 'lab',
  query: z.object({ location: z.optional(z.string().check(z.maxLength(300))) }),
  reply: z.array(handover),
})

export const confirmHandover = endpoint('POST /v0/lab/handovers/:visit/confirmation', {
  summary:
    'A member of the lab has counted the samples of a home visit: these are there. Samples that are not named are missing, and operators look for them. The same again is harmless.',
  access: 'lab',
  params: z.strictObject({ visit: z.string().check(z.uuid()) }),
  body: z.strictObject({
    /** The accession numbers that were found; empty if nothing came. */
    found: z.array(accession).check(z.maxLength(60)),
  }),
  reply: z.object({ found: z.number(), missing: z.number() }),
  refusals: ['not_your_duty', 'wrong_state', 'wrong_labels'],
})
