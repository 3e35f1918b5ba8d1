import { longestText } from '@labalaba/contract'
import * as z from 'zod/mini'

/** The parts of FHIR R4 that are read from a delivery. Other fields are ignored. */

const words = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most))
const uri = words(300)

/** Fields that would change the meaning of the rest are refused. */
const meaningKept = {
  modifierExtension: z.optional(
    z.undefined('it would change the meaning of the rest, and we do not know it'),
  ),
  implicitRules: z.optional(z.undefined('rules that we do not know')),
}

const concept = z.object({
  coding: z.optional(
    z
      .array(
        z.object({
          system: z.optional(uri),
          code: z.optional(words(100)),
          display: z.optional(words(300)),
        }),
      )
      .check(z.maxLength(20)),
  ),
  text: z.optional(words(300)),
})
export type ReadConcept = z.infer<typeof concept>

const identifier = z.object({
  system: z.optional(uri),
  value: z.optional(words(100)),
  type: z.optional(concept),
})
export type ReadIdentifier = z.infer<typeof identifier>

const reference = z.object({ reference: z.optional(words(300)), identifier: z.optional(identifier) })
export type ReadReference = z.infer<typeof reference>

/** A report or a value that can still change is refused. */
const status = z.enum(
  ['final', 'amended', 'corrected'],
  'only final, amended or corrected reports and values are taken',
)

const quantity = z.object({
  value: z.optional(z.number()),
  comparator: z.optional(z.enum(['<', '<=', '>=', '>'])),
  unit: z.optional(words(60)),
  system: z.optional(uri),
  code: z.optional(words(60)),
})
export type ReadQuantity = z.infer<typeof quantity>

export const observation = z.object({
  ...meaningKept,
  status,
  code: concept,
  subject: z.optional(reference),
  specimen: z.optional(reference),
  valueQuantity: z.optional(quantity),
  valueInteger: z.optional(z.int()),
  valueString: z.optional(words(longestText)),
  valueCodeableConcept: z.optional(concept),
  note: z.optional(z.array(z.object({ text: words(longestText) })).check(z.maxLength(20))),
  /** No line of a report can hold it. The same is true of other kinds of value, which are ignored. */
  component: z.optional(z.unknown()),
})
export type ReadObservation = z.infer<typeof observation>

export const diagnosticReport = z.object({
  ...meaningKept,
  status,
  code: concept,
  subject: z.optional(reference),
  specimen: z.optional(z.array(reference).check(z.maxLength(20))),
  basedOn: z.optional(z.array(reference).check(z.maxLength(20))),
  result: z.array(reference).check(z.minLength(1, 'a report must name its values'), z.maxLength(200)),
})

export const specimen = z.object({ ...meaningKept, accessionIdentifier: z.optional(identifier) })
export const serviceRequest = z.object({
  ...meaningKept,
  identifier: z.optional(z.array(identifier).check(z.maxLength(20))),
})

export const patient = z.object({
  ...meaningKept,
  name: z.optional(
    z
      .array(
        z.object({
          text: z.optional(words(200)),
          family: z.optional(words(100)),
          given: z.optional(z.array(words(100)).check(z.maxLength(10))),
        }),
      )
      .check(z.maxLength(10)),
  ),
  gender: z.optional(z.enum(['male', 'female', 'other', 'unknown'])),
  birthDate: z.optional(z.string().check(z.regex(/^\d{4}(-\d{2}(-\d{2})?)?$/, 'a date such as 1985-03-27'))),
})

export const bundle = z.object({
  ...meaningKept,
  resourceType: z.literal('Bundle', 'the body must be a Bundle'),
  type: z.literal('collection', 'only a Bundle of type collection is taken'),
  identifier: z.object(
    { system: z.optional(uri), value: words(200) },
    'a Bundle needs an identifier, so that we recognise it when it is sent again',
  ),
  entry: z
    .array(
      z.object({
        fullUrl: z.optional(uri),
        resource: z.looseObject({ resourceType: words(64), id: z.optional(words(64)) }),
      }),
    )
    .check(z.minLength(1), z.maxLength(1000)),
})
export type ReadBundle = z.infer<typeof bundle>
