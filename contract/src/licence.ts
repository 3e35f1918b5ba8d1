import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { paging } from './paging.ts'

/** The largest document of a licence, in bytes. */
export const largestLicence = 1024 * 1024

/** A folio number in the register of the Medical and Dental Council of Nigeria, as it is stored: capitals, single spaces. */
export function tidyFolio(typed: string): string {
  return typed.trim().replace(/\s+/g, ' ').toUpperCase()
}

const folioNumber = z
  .string()
  .check(
    z.maxLength(40),
    z.overwrite(tidyFolio),
    z.regex(
      /^[A-Z0-9][A-Z0-9/ -]{1,18}[A-Z0-9]$/,
      'Type the folio number as on the licence: letters, digits, “/” and “-”',
    ),
  )

/** The state of a doctor's verification. `none`: no licence was sent. `replaced` and `withdrawn` licences are not shown. */
export const licenceStandings = [
  ...(['none', 'submitted', 'asked', 'accepted', 'refused', 'suspended', 'expired'] as const),
] as const
export type LicenceStanding = (typeof licenceStandings)[number]

const sent = z.object({
  folioNumber: z.string(),
  year: z.number(),
  /** The last day on which a licence of this year is valid. */
  countsUntil: z.string(),
  submittedAt: z.string(),
  /** The operator's question, or why they refused or suspended it. */
  note: z.nullable(z.string()),
})

const ownLicence = z.object({
  /** Whether the account is verified. "Dr", earnings and requests for consent depend on it. */
  isVerified: z.boolean(),
  /** The licence in force, or the last one that was. */
  standing: z.enum(licenceStandings),
  licence: z.nullable(sent),
  /** A newer licence that waits for review: the renewal of one in force. */
  waiting: z.nullable(z.object({ ...sent.shape, standing: z.enum(['submitted', 'asked']) })),
})
export type OwnLicence = z.infer<typeof ownLicence>

export const readLicence = endpoint('GET /v0/doctor/licence', {
  summary: "The state of the check of the caller's own practising licence.",
  access: 'doctor',
  reply: ownLicence,
})

export const sendLicence = endpoint('POST /v0/doctor/licence', {
  summary:
    'Sends the practising licence of a year for an operator to check. It replaces one that waits. The same id again changes nothing.',
  access: 'doctor',
  longBody: true,
  body: z.strictObject({
    id: z.string().check(z.uuid()),
    folioNumber,
    year: z.number().check(z.int(), z.minimum(2020), z.maximum(2100)),
    /** A JPEG or a PDF, as base64. */
    document: z.string().check(z.regex(/^[A-Za-z0-9+/]{4,1398104}={0,2}$/)),
  }),
  reply: ownLicence,
  refusals: ['licence_suspended', 'document_refused', 'reference_reused', 'files_unavailable'],
})

const reviewed = z.object({
  id: z.string(),
  doctor: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
  folioNumber: z.string(),
  year: z.number(),
  countsUntil: z.string(),
  state: z.enum([
    ...([
      'submitted',
      'asked',
      'accepted',
      'refused',
      'suspended',
      'expired',
      'replaced',
      'withdrawn',
    ] as const),
  ]),
  note: z.nullable(z.string()),
  submittedAt: z.string(),
  decidedAt: z.nullable(z.string()),
  /** Null if the document was deleted. */
  document: z.nullable(z.enum(['application/pdf', 'image/jpeg'])),
  /** Another account has a licence with this folio number in force. */
  folioTaken: z.boolean(),
})
export type ReviewedLicence = z.infer<typeof reviewed>

export const licenceQueues = ['waiting', 'in_force', 'ended'] as const

export const listLicences = endpoint('GET /v0/licences', {
  summary:
    'Practising licences of doctors. Those that wait for an operator are sorted by the oldest, the others by the newest decision.',
  access: 'operator',
  query: z.object({ ...paging, queue: z._default(z.enum(licenceQueues), 'waiting') }),
  reply: z.array(reviewed),
  paged: true,
})

const params = z.strictObject({ id: z.string().check(z.uuid()) })

export const readLicencePicture = endpoint('GET /v0/licences/:id/document.jpg', {
  summary: 'The document of a licence, if it is a picture. Each look is recorded.',
  access: 'operator',
  recent: true,
  params,
  file: 'image/jpeg',
  reply: z.unknown(),
  refusals: ['sign_in_again', 'files_unavailable', 'file_damaged'],
})

export const readLicencePdf = endpoint('GET /v0/licences/:id/document.pdf', {
  summary: 'The document of a licence, if it is a PDF. Each look is recorded.',
  access: 'operator',
  recent: true,
  params,
  file: 'application/pdf',
  reply: z.unknown(),
  refusals: ['sign_in_again', 'files_unavailable', 'file_damaged'],
})

/** What an operator can do with a licence. All but `accept` and `restore` need a note, which the doctor reads. */
export const licenceActs = ['accept', 'ask', 'refuse', 'suspend', 'restore'] as const
export type LicenceAct = (typeof licenceActs)[number]

export const decideLicence = endpoint('POST /v0/licences/:id/decision', {
  summary:
    "Accepts, asks about, refuses, suspends or restores the licence of a doctor. The doctor gets a mail. Suspending ends the patients' consents for this doctor.",
  access: 'operator',
  recent: true,
  params,
  body: z.strictObject({
    act: z.enum(licenceActs),
    note: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
  }),
  reply: reviewed,
  refusals: ['wrong_state', 'licence_outdated', 'folio_taken', 'sign_in_again'],
})
