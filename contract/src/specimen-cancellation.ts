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

export const readAwaited = endpoint('GET /v0/orders/:reference/awaited', {
  summary:
    'The samples of an order that must be taken again, because the lab could not use them or a home visit could not take them. Also the money that is asked back for the person who gives them up.',
  access: 'account',
  params: orderParams,
  reply: awaited,
})

export const giveUpSamples = endpoint('POST /v0/orders/:reference/awaited/giving-up', {
  summary:
    'Gives up samples that must be taken again. No one asks for them any more, the order goes on without them, and operators get a case about the money. Asking twice is harmless.',
  access: 'account',
  params: orderParams,
  body: z.strictObject({
    /** The specimens that were shown as outstanding. They must match exactly. */
    accessions: z.array(accession).check(z.minLength(1), z.maxLength(60)),
  }),
  reply: z.object({}),
  refusals: ['wrong_state'],
})

export const giveUpSamplesFor = endpoint('POST /v0/orders/:reference/samples-given-up', {
  summary:
    'Gives up samples that must be taken again, for the person who booked, with the reason. An operator then gets a case to decide how much money goes back. Asking twice is harmless.',
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
