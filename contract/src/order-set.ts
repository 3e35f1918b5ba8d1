import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const setName = z.string().check(z.trim(), z.minLength(1), z.maxLength(60), z.regex(/^[^\p{Cc}]+$/u))
const setParams = z.strictObject({ id: z.string().check(z.uuid()) })

const orderSet = z.object({
  id: z.string(),
  name: z.string(),
  /** In their order; `code` is the catalogue's code. */
  tests: z.array(z.object({ code: z.string(), name: z.string() })),
})
export type OrderSet = z.infer<typeof orderSet>

export const listOrderSets = endpoint('GET /v0/order-sets', {
  summary: 'The sets of tests that the signed-in doctor keeps, by name.',
  access: 'doctor',
  reply: z.array(orderSet),
})

const filled = z.strictObject({
  name: setName,
  /** Names of tests or packages in the catalogue, ignoring case. */
  tests: z
    .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(/^[^\p{Cc}]+$/u)))
    .check(z.minLength(1), z.maxLength(40)),
})

export const addOrderSet = endpoint('POST /v0/order-sets', {
  summary: 'Saves a set of tests under a name. A doctor can have fifty sets at most.',
  access: 'doctor',
  body: filled,
  reply: orderSet,
  refusals: ['set_name_taken', 'unknown_test', 'many_sets'],
})

export const changeOrderSet = endpoint('PUT /v0/order-sets/:id', {
  summary: 'Replaces the content of a set.',
  access: 'doctor',
  params: setParams,
  body: filled,
  reply: orderSet,
  refusals: ['not_found', 'set_name_taken', 'unknown_test'],
})

export const forgetOrderSet = endpoint('DELETE /v0/order-sets/:id', {
  summary: 'Deletes a set. Asking twice is harmless.',
  access: 'doctor',
  params: setParams,
  reply: z.object({}),
})

const setOffer = z.object({
  lab: z.string(),
  slug: z.string(),
  location: z.string(),
  address: z.string(),
  area: z.string(),
  state: z.string(),
  /** The tests of the set that are done there, at the catalogue's prices in naira. */
  tests: z.array(z.object({ name: z.string(), amount: z.number() })),
  notDone: z.array(z.string()),
  /** Naira. */
  total: z.number(),
  sampleData: z.boolean(),
})
export type SetOffer = z.infer<typeof setOffer>

export const listSetOffers = endpoint('GET /v0/order-sets/:id/offers', {
  summary:
    'Where the tests of a set are done today, and what they cost there together. Locations with most of the tests come first, then the cheapest. It lists at most twenty locations.',
  access: 'doctor',
  params: setParams,
  query: z.strictObject({ state: z.optional(z.string().check(z.maxLength(40))) }),
  reply: z.object({ set: orderSet, offers: z.array(setOffer) }),
  refusals: ['not_found'],
})
