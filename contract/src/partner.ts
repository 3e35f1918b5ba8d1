import * as z from 'zod/mini'
import { email, phone } from './account.ts'
import { endpoint } from './endpoint.ts'
import { name } from './name.ts'
import { nigerianStates } from './states.ts'

export const partnerKinds = ['lab', 'pharmacy', 'phlebotomist', 'doctor'] as const
export type PartnerKind = (typeof partnerKinds)[number]

const line = (longest: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(longest), z.regex(/^[^\p{Cc}]+$/u))
const maybeLine = (longest: number) =>
  z.string().check(z.trim(), z.maxLength(longest), z.regex(/^[^\p{Cc}]*$/u))

/** The application form of a future partner. */
const applicationForm = z.strictObject({
  kind: z.enum(partnerKinds),
  name,
  /** The lab, pharmacy or practice; a phlebotomist may have none. */
  organisation: z._default(maybeLine(160), ''),
  email,
  phone,
  state: z.enum(nigerianStates),
  area: line(120),
  /** May have several lines. */
  message: z._default(
    z.string().check(z.trim(), z.maxLength(2000), z.regex(/^(?:[^\p{Cc}]|[\n\r\t])*$/u)),
    '',
  ),
  /** The MLSCN registration number; only a lab has one. */
  registrationNumber: z._default(maybeLine(60), ''),
  /** Consent to be contacted. */
  consent: z.literal(true),
  /** The caller's own token for this application. Repeating it sends nothing again. */
  reference: z.string().check(z.regex(/^[\w.:-]{8,64}$/)),
  /** A hidden field. A person cannot see it, so a value means that a program sent the form. */
  website: z._default(z.string().check(z.maxLength(500)), ''),
})
export type ApplicationForm = z.output<typeof applicationForm>

export const applyAsPartner = endpoint('POST /v0/partner-applications', {
  summary:
    'Sends an application of a lab, a pharmacy, a phlebotomist or a doctor to the operators. Repeating a reference sends nothing again.',
  access: 'public',
  body: applicationForm,
  reply: z.object({}),
  refusals: ['reference_reused'],
})
