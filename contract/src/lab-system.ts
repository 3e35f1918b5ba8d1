import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** A connected system: a program of a lab that sends results with its key. */
const labSystem = z.object({
  id: z.string(),
  name: z.string(),
  /** The start of its key, to identify it. */
  keyStart: z.string(),
  /** First names only. */
  madeBy: z.string(),
  madeAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  revokedBy: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
})
export type LabSystem = z.infer<typeof labSystem>

/** The most active keys of a lab. */
export const mostLabSystems = 5

export const listLabSystems = endpoint({
  method: 'GET',
  path: '/v0/lab/systems',
  summary: "The connected systems that send results for the caller's lab, the working ones first.",
  access: 'lab',
  reply: z.object({
    lab: z.string(),
    /** False for a manager of only some locations, who can only view. */
    mayChange: z.boolean(),
    systems: z.array(labSystem),
  }),
  refusals: ['not_found'],
})

export const makeLabSystem = endpoint({
  method: 'POST',
  path: '/v0/lab/systems',
  summary:
    "Makes a key for a connected system of the caller's lab. The key is shown only in this answer. Needs a password given within the last 15 minutes.",
  access: 'lab',
  recent: true,
  body: z.strictObject({
    name: z
      .string()
      .check(
        z.trim(),
        z.minLength(3, 'Give at least three letters, such as “Analyser room LIS”.'),
        z.maxLength(60, 'Give 60 letters at most.'),
        z.regex(/^[^\p{Cc}]*$/u),
      ),
  }),
  reply: z.object({ system: labSystem, key: z.string() }),
  refusals: ['not_found', 'not_your_duty', 'sign_in_again', 'many_systems'],
})

export const revokeLabSystem = endpoint({
  method: 'DELETE',
  path: '/v0/lab/systems/:id',
  summary: 'Revokes the key of a connected system for good. The results that it sent stay.',
  access: 'lab',
  params: z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) }),
  reply: labSystem,
  refusals: ['not_found', 'not_your_duty'],
})
