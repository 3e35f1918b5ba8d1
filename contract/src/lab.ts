import * as z from 'zod/mini'
import { clinicalQuestion } from './clinical-answers.ts'
import { endpoint } from './endpoint.ts'
import { filterOn, paging } from './paging.ts'
import { locationPause } from './pause.ts'

const slugOrName = z.string().check(z.trim(), z.minLength(1), z.maxLength(160))
const labSlug = z.string().check(z.trim(), z.minLength(1), z.maxLength(120))

/** The facts behind the "verified" mark. */
export const verification = z.object({
  accreditation: z.string(),
  registrationNumber: z.string(),
  registrationExpiresOn: z.string(),
  /** The external scheme that checks the lab's results; empty if the lab has named none. */
  qualityAssessment: z.string(),
  /** Departments covered by its ISO 15189 accreditation; empty without one, or if the lab has not given them. */
  isoScope: z.array(z.string()),
  bookable: z.boolean(),
})

const labItem = z.object({
  name: z.string(),
  slug: z.string(),
  address: z.string(),
  area: z.string(),
  state: z.string(),
  isFavorite: z.boolean(),
  testCount: z.number(),
  locationCount: z.number(),
  homeCollection: z.boolean(),
  verification,
  sampleData: z.boolean(),
})
export type LabItem = z.infer<typeof labItem>

export const listLabs = endpoint('GET /v0/listAllLabs.php', {
  summary:
    'Labs that offer at least one test, fifteen a page. `q` searches by name, then by area and state. Case, accents and small typos do not matter.',
  access: 'account',
  query: z.strictObject({
    ...paging,
    q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    /** Only the account's own favourites. */
    favourite: filterOn,
    /** Only labs that make home visits. */
    home: filterOn,
    /** Only labs with ISO 15189 accreditation. */
    iso: filterOn,
  }),
  reply: z.array(labItem),
  paged: true,
})

export const addFavourite = endpoint('POST /v0/addFavourite', {
  summary: 'Marks a lab as a favourite. Asking twice is harmless.',
  access: 'account',
  body: z.strictObject({ labSlug }),
  reply: z.object({ isFavorite: z.boolean() }),
  refusals: ['unknown_lab', 'many_favourites'],
})

export const removeFavourite = endpoint('DELETE /v0/removeFavourite', {
  summary: 'Removes a lab from the favourites. Asking twice is harmless.',
  access: 'account',
  body: z.strictObject({ labSlug }),
  reply: z.object({ isFavorite: z.boolean() }),
  refusals: ['unknown_lab'],
})

const labLocation = z.object({
  name: z.string(),
  address: z.string(),
  landmark: z.string(),
  area: z.string(),
  state: z.string(),
  /** Null if the position is unknown. */
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  openingHours: z.string(),
  /** Categories of tests done here, under the specification's name. */
  testsOffered: z.array(z.string()),
  /** Departments present here: a test or package is done here when all of its departments are among them. */
  departments: z.array(z.string()),
  /** Naira; null if no home visit is offered. */
  collectionFee: z.nullable(z.number()),
  /** Set while it takes no bookings. */
  pause: z.nullable(locationPause),
})
export type LabLocation = z.infer<typeof labLocation>

export const listLabLocations = endpoint('GET /v0/searchlabs', {
  summary: 'The locations of one lab, by slug or name.',
  access: 'account',
  query: z.strictObject({ id: slugOrName }),
  reply: z.array(labLocation),
  refusals: ['unknown_lab'],
})

export const readLab = endpoint('GET /v0/labs/:lab', {
  summary: 'One lab by slug or name, with its canonical slug.',
  access: 'account',
  params: z.strictObject({ lab: slugOrName }),
  reply: z.extend(labItem, { about: z.string(), foundedYear: z.nullable(z.number()) }),
  refusals: ['unknown_lab'],
})
export type Lab = z.infer<(typeof readLab)['reply']>

/** The catalogue's facts about a test or package, the same at every lab. */
export const testFacts = {
  code: z.string(),
  alsoKnownAs: z.array(z.string()),
  kind: z.enum(['test', 'package']),
  category: z.string(),
  summary: z.string(),
  /** Names of the tests of a package, in its order; empty for a test. */
  includes: z.array(z.string()),
  department: z.string(),
  /** The departments that a location needs: the one of a test, or those of all tests of a package. */
  departments: z.array(z.string()),
  specimen: z.string(),
  fastingHours: z.number(),
  preparation: z.string(),
  homeCollection: z.boolean(),
  sex: z.enum(['any', 'male', 'female']),
  /** What it asks about the patient, at booking and before the sample. */
  asks: z.array(clinicalQuestion),
  popularRank: z.nullable(z.number()),
}

/** A test that its lab has paused: it cannot be booked for now. */
const pausedTest = z.object({
  code: z.string(),
  testName: z.string(),
  /** The day from which it can be booked again; null if none is planned. */
  until: z.nullable(z.string()),
})
export type PausedTest = z.infer<typeof pausedTest>

const labTest = z.object({
  ...testFacts,
  testName: z.string(),
  /** Naira. */
  amount: z.number(),
  /** The lab's promised hours from when it receives the sample. */
  turnaroundHours: z.number(),
})
export type LabTest = z.infer<typeof labTest>

export const listLabTests = endpoint('GET /v0/listAllLabsTest', {
  summary: 'Every test that one lab offers, by slug or name of the lab, with its price.',
  access: 'account',
  query: z.strictObject({ lab: slugOrName }),
  reply: z.array(
    z.object({
      lab: z.string(),
      tests: z.array(labTest),
      /** The paused tests, by name. */
      paused: z.array(pausedTest),
    }),
  ),
  refusals: ['unknown_lab'],
})
