import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { testFacts, verification } from './lab.ts'
import { filterOn, paging } from './paging.ts'

const codeOrName = z.string().check(z.trim(), z.minLength(1), z.maxLength(160))
const words = z.optional(z.string().check(z.trim(), z.maxLength(100)))

/** A test or package in the catalogue, with its market summary. */
const testItem = z.object({
  ...testFacts,
  name: z.string(),
  /** Usual hours from when the lab receives the sample. */
  turnaroundHours: z.number(),
  /** How many labs that take bookings offer it. */
  labCount: z.number(),
  /** Naira; null if no lab offers it. */
  priceFrom: z.nullable(z.number()),
  priceTo: z.nullable(z.number()),
})
export type TestItem = z.infer<typeof testItem>

export const searchTests = endpoint('GET /v0/tests', {
  summary:
    'Tests and packages, the popular ones first. `q` searches by name, short name or purpose. Case, accents and small typos do not matter.',
  access: 'account',
  query: z.strictObject({
    ...paging,
    q: words,
    /** The code of a purpose from `listPurposes`. */
    purpose: words,
    category: words,
    kind: z.optional(z.enum(['test', 'package'])),
  }),
  reply: z.array(testItem),
  paged: true,
})

const purpose = z.object({ code: z.string(), name: z.string(), testCount: z.number() })
export type Purpose = z.infer<typeof purpose>

export const listPurposes = endpoint('GET /v0/purposes', {
  summary: 'What tests are for, in words that patients use: fever, pregnancy, sugar and so on.',
  access: 'account',
  reply: z.array(purpose),
})

export const readTest = endpoint('GET /v0/tests/:test', {
  summary: 'One test or package by code or name; for a package, each of its tests.',
  access: 'account',
  params: z.strictObject({ test: codeOrName }),
  reply: z.extend(testItem, {
    audience: z.string(),
    purposes: z.array(z.object({ code: z.string(), name: z.string() })),
    /** The tests of a package, in its order; empty for a test. */
    tests: z.array(z.object({ code: z.string(), name: z.string(), summary: z.string() })),
    /** For a package: other packages for the same need, cheapest first; for a test: packages that include it. */
    related: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        priceFrom: z.nullable(z.number()),
        testCount: z.number(),
      }),
    ),
    /** States in which a lab that takes bookings offers it, by name. */
    states: z.array(z.object({ state: z.string(), labs: z.number(), priceFrom: z.number() })),
    /** Some of the labs that have paused it, with the day from which it can be booked there again, if one is planned. */
    pausedAt: z.array(z.object({ lab: z.string(), slug: z.string(), until: z.nullable(z.string()) })),
  }),
  refusals: ['not_found'],
})
export type TestPage = z.infer<(typeof readTest)['reply']>

const testOffer = z.object({
  lab: z.object({ name: z.string(), slug: z.string(), verification, sampleData: z.boolean() }),
  /** Naira. */
  amount: z.number(),
  /** This lab's promise in hours. */
  turnaroundHours: z.number(),
  /** Lab and test both allow a home visit. */
  homeCollection: z.boolean(),
  /** Naira, at the first of these locations; null if there is no home visit. */
  collectionFee: z.nullable(z.number()),
  /** The locations of the lab that do this test and match the query, nearest to the lab's first. */
  locations: z.array(
    z.object({
      name: z.string(),
      address: z.string(),
      landmark: z.string(),
      area: z.string(),
      state: z.string(),
      openingHours: z.string(),
    }),
  ),
})
export type TestOffer = z.infer<typeof testOffer>

export const listTestOffers = endpoint('GET /v0/tests/:test/offers', {
  summary: 'The labs that take bookings and offer a test, with price, promise and locations.',
  access: 'account',
  params: z.strictObject({ test: codeOrName }),
  query: z.strictObject({
    ...paging,
    state: words,
    area: words,
    /** Only if the sample can be taken at home. */
    home: filterOn,
    /** Only labs with ISO 15189 accreditation. */
    iso: filterOn,
    /** Promised within this many hours. */
    within: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000))),
    sort: z._default(z.enum(['price', 'soonest', 'name']), 'price'),
  }),
  reply: z.array(testOffer),
  paged: true,
  refusals: ['not_found'],
})

export const listAreas = endpoint('GET /v0/tests/:test/areas', {
  summary: 'The areas of a state in which a lab that takes bookings offers a test.',
  access: 'account',
  params: z.strictObject({ test: codeOrName }),
  query: z.strictObject({ state: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)) }),
  reply: z.array(z.object({ area: z.string(), labs: z.number() })),
  refusals: ['not_found'],
})
