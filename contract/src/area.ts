import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** A state, or an area of one, as given by the caller. */
export const areaName = z.optional(
  z.string().check(z.trim(), z.minLength(1), z.maxLength(120), z.regex(/^[^\p{Cc}]*$/u)),
)

export const listKnownAreas = endpoint('GET /v0/areas', {
  summary: 'The areas of Nigeria by which a patient says where they are, by state.',
  access: 'account',
  reply: z.array(z.object({ state: z.string(), areas: z.array(z.string()) })),
})
export type StateAreas = z.infer<(typeof listKnownAreas)['reply']>[number]
