import * as z from 'zod/mini'

/** An optional filter of a list: on, or omitted. */
export const filterOn = z.optional(z.literal('yes'))

/** The page and page size of a list's query; fifteen by default, as in the specification. */
export const paging = {
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000)), 1),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), 15),
}
