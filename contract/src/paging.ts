import * as z from 'zod/mini'

/** A filter of a list that is on, or left out. */
export const filterOn = z.optional(z.literal('yes'))

/** The part of a list's query that says which page, and how long a page is: fifteen, as the specification has it. */
export const paging = {
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000)), 1),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), 15),
}
