import * as z from 'zod/mini'
import { orderParams } from './booking.ts'
import { endpoint } from './endpoint.ts'

const accession = z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[0-9]{2}[0-9A-Z]+-[0-9]{5,12}$/))

const leftOverSample = z.object({
  accession: z.string(),
  specimen: z.string(),
  /** The tests that need it. */
  tests: z.array(z.string()),
})
export type LeftOverSample = z.infer<typeof leftOverSample>

const awaited = z.object({
  samples: z.array(leftOverSample),
  /** The price in naira of the tests that cannot be done without them; null if these are not whole tests or packages. */
  refund: z.nullable(z.number()),
  /** Part of a package is among them, which has no price of its own. An operator decides its value. */
  isPartOfPackage: z.boolean(),
  /** They can be cancelled; operators then decide about the refund. */
  canGiveUp: z.boolean(),
})
export type AwaitedSamples = z.infer<typeof awaited>

export const readAwaited = endpoint({
  method: 'GET',
  path: '/v0/orders/:reference/awaited',
  summary:
    'What of an order must be taken once more, because the lab could not use it or a home visit could not take it, and what of its money is asked back for whoever gives it up.',
  access: 'account',
  params: orderParams,
  reply: awaited,
  refusals: [],
})

export const giveUpSamples = endpoint({
  method: 'POST',
  path: '/v0/orders/:reference/awaited/giving-up',
  summary:
    'Gives up what must be taken once more: it is asked for no more, the order goes on without it, and operators are asked about its money. Twice is harmless.',
  access: 'account',
  params: orderParams,
  body: z.strictObject({
    /** The specimens that were shown as outstanding. They must match exactly. */
    accessions: z.array(accession).check(z.minLength(1), z.maxLength(60)),
  }),
  reply: z.object({}),
  refusals: ['wrong_state'],
})

export const giveUpSamplesFor = endpoint({
  method: 'POST',
  path: '/v0/orders/:reference/samples-given-up',
  summary:
    'Gives up for whoever booked what must be taken once more, with the reason. A case then says what of the money goes back. Twice is harmless.',
  access: 'operator',
  params: orderParams,
  body: z.strictObject({
    reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(300), z.regex(/^[^\p{Cc}]*$/u)),
  }),
  reply: z.object({
    /**
     * The price in naira of the tests that will not be done; null if an operator decides it, or nothing was cancelled now.
     */
    refund: z.nullable(z.number()),
  }),
  refusals: ['wrong_state'],
})
