import * as z from 'zod/mini'
import { clinicalAnswers } from './clinical-answers.ts'
import { endpoint } from './endpoint.ts'
import { consentKind, relationship } from './person.ts'

/** As typed so far, without validation: half an address is still worth storing. */
const typed = (longest: number) =>
  z.optional(z.string().check(z.maxLength(longest), z.regex(/^[^\p{Cc}]*$/u)))

/** The text fields of a draft, each with its longest stored value in characters. The browser's draft has the same. */
export const draftTexts = {
  name: 120,
  email: 254,
  phone: 30,
  street: 300,
  area: 300,
  landmark: 160,
  day: 10,
  time: 5,
} as const
export type DraftText = keyof typeof draftTexts

/** The longest stored part of a date of birth, in characters. */
export const draftBirthLength = 20

const answers = z.strictObject({
  ...(Object.fromEntries(
    Object.entries(draftTexts).map(([field, longest]) => [field, typed(longest)]),
  ) as Record<DraftText, ReturnType<typeof typed>>),
  birth: z.optional(
    z.strictObject({
      day: typed(draftBirthLength),
      month: typed(draftBirthLength),
      year: typed(draftBirthLength),
    }),
  ),
  gender: z.optional(z.enum(['', 'Male', 'Female'])),
  mode: z.optional(z.enum(['walkin', 'sampleCollection'])),
  payment: z.optional(z.enum(['', 'online', 'link'])),
  showTests: z.optional(z.boolean()),
  /** Tests that are usually for the other sex are booked all the same. */
  despiteSex: z.optional(z.boolean()),
  /** The answers to clinical questions, as `addBooking` takes them. */
  clinical: z.optional(z.strictObject(clinicalAnswers)),
  /** The patient: `self`, `other`, or the id of one of the account's people. */
  person: typed(36),
  /** The consent given for them. */
  consent: z.optional(z.union([z.literal(''), consentKind])),
  /** The relationship under which they are saved. */
  keep: z.optional(z.union([z.literal(''), relationship])),
})
export type DraftAnswers = z.output<typeof answers>

const lab = z.strictObject({
  name: z.string().check(z.maxLength(160), z.regex(/^[^\p{Cc}]*$/u)),
  reference: z.string().check(z.minLength(1), z.maxLength(160), z.regex(/^[^\p{Cc}]*$/u)),
  address: z.string().check(z.maxLength(300), z.regex(/^[^\p{Cc}]*$/u)),
  location: typed(160),
  state: typed(60),
})

const test = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[^\p{Cc}]*$/u)),
  amount: z.number().check(z.minimum(0), z.maximum(100_000_000)),
})

const content = {
  answers,
  /** The lab and the location whose tests are in the cart. */
  lab: z.nullable(lab),
  tests: z.array(test).check(z.maxLength(60)),
}

const keptDraft = z.object({
  ...content,
  /** Changes with each update. */
  version: z.string(),
  updatedAt: z.string(),
  expiresAt: z.string(),
})
export type KeptDraft = z.output<typeof keptDraft>

export const readBookingDraft = endpoint('GET /v0/booking-draft', {
  summary:
    'The half-filled booking of the signed-in account, or null, and the credit that could pay it. It is kept for 24 hours after its last change.',
  access: 'account',
  reply: z.object({
    draft: z.nullable(keptDraft),
    /** The account's credit, naira. */
    credit: z.number(),
  }),
})

export const saveBookingDraft = endpoint('PUT /v0/booking-draft', {
  summary:
    'Keeps the half-filled booking. Refuses, and answers the current draft, if it has changed since the version that the caller started from.',
  access: 'account',
  body: z.strictObject({
    ...content,
    /** The version that this one is based on; null for none. */
    basedOn: z.nullable(z.uuid()),
  }),
  reply: keptDraft,
  refusals: ['draft_changed'],
})

export const forgetBookingDraft = endpoint('DELETE /v0/booking-draft', {
  summary: 'Deletes the half-filled booking. Asking twice is harmless.',
  access: 'account',
  reply: z.object({}),
})
