import * as z from 'zod/mini'
import { orderParams } from './booking.ts'
import { breakGlassBecause } from './break-glass.ts'
import { endpoint } from './endpoint.ts'
import { ownResult } from './own-result.ts'
import { withdrawnResult } from './result-withdrawal.ts'

/** How long a link to results works. */
export const shareLife = z.enum(['day', 'week', 'month'])
export type ShareLife = z.infer<typeof shareLife>

/** The kind of device that opened a link, as far as its browser says. */
export const deviceKind = z.enum(['android', 'iphone', 'ipad', 'windows', 'mac', 'linux', 'other'])
export type DeviceKind = z.infer<typeof deviceKind>

/** Open, or why it is not: it has expired, an owner revoked it, or there were too many wrong passcodes. */
export const shareState = z.enum(['open', 'expired', 'revoked', 'closed'])
export type ShareState = z.infer<typeof shareState>

const resultShare = z.object({
  id: z.string(),
  /** The recipient, in the words of the person who made it. */
  forWhom: z.nullable(z.string()),
  /** The link, only for the person who made it; it opens nothing without the passcode. */
  url: z.nullable(z.string()),
  /** The first name of the person who made it, if it is another person with an account. */
  madeBy: z.nullable(z.string()),
  tests: z.array(z.string()),
  state: shareState,
  createdAt: z.string(),
  expiresAt: z.string(),
  endedAt: z.nullable(z.string()),
  /** The newest first, at most the last five. */
  opened: z.array(z.object({ at: z.string(), device: deviceKind, file: z.boolean() })),
  timesOpened: z.number(),
})
export type ResultShare = z.infer<typeof resultShare>

const forWhom = z.string().check(z.trim(), z.maxLength(60), z.regex(/^[^\p{Cc}]*$/u))
const passcode = z.string().check(z.regex(/^\d{6}$/))
const shareParams = z.strictObject({ token: z.string().check(z.maxLength(64)) })

export const makeShare = endpoint('POST /v0/orders/:reference/shares', {
  summary:
    'Makes a link to released results of the signed-in patient, and a passcode that only this answer shows. The caller must name each sensitive result once more.',
  access: 'account',
  recent: true,
  params: orderParams,
  body: z.strictObject({
    reports: z.array(z.string().check(z.uuid())).check(z.minLength(1), z.maxLength(100)),
    lasts: shareLife,
    forWhom: z.optional(forWhom),
    /** The sensitive results among them that the owner has confirmed to share. */
    sensitive: z._default(z.array(z.string().check(z.uuid())).check(z.maxLength(100)), []),
  }),
  reply: z.object({ id: z.string(), url: z.string(), passcode: z.string(), expiresAt: z.string() }),
  refusals: ['not_found', 'sign_in_again', 'patient_unproven', 'sensitive_unseen', 'many_shares', 'too_many'],
})

export const listShares = endpoint('GET /v0/orders/:reference/shares', {
  summary: "The links to the results of the signed-in patient's order, and when each was opened.",
  access: 'account',
  recent: true,
  params: orderParams,
  reply: z.array(resultShare),
  refusals: ['not_found', 'sign_in_again', 'patient_unproven'],
})

export const revokeShare = endpoint('DELETE /v0/orders/:reference/shares/:share', {
  summary: 'Stops a link to results at once. Stopping again changes nothing.',
  access: 'account',
  params: z.extend(orderParams, { share: z.string().check(z.uuid()) }),
  reply: z.object({}),
  refusals: ['not_found', 'patient_unproven'],
})

export const readShare = endpoint('GET /v0/shared/:token', {
  summary:
    'Whether a link to results still works. Unknown, expired, stopped and closed links get the same answer.',
  access: 'public',
  params: shareParams,
  reply: z.object({ expiresAt: z.string() }),
  refusals: ['not_found'],
})

const sharedResult = z.extend(ownResult, {
  /** Whether its PDF can be opened too. Not if it names a package of which only some tests are shared. */
  file: z.boolean(),
})

const sharedResults = z.object({
  patientName: z.string(),
  gender: z.enum(['Male', 'Female']),
  /** The patient's age when the sample was taken, in words. Never the date of birth, which we use to identify patients. */
  age: z.nullable(z.string()),
  lab: z.string(),
  labPhone: z.string(),
  location: z.string(),
  expiresAt: z.string(),
  results: z.array(sharedResult),
  withdrawn: z.array(withdrawnResult),
  sampleData: z.boolean(),
})
export type SharedResults = z.infer<typeof sharedResults>

const opens = { params: shareParams, body: z.strictObject({ passcode }) } as const

export const openShare = endpoint('POST /v0/shared/:token', {
  summary:
    'The results behind a link, for its passcode. After five wrong passcodes the link waits for 15 minutes. After fifteen it is closed. Each opening is recorded.',
  access: 'public',
  ...opens,
  reply: sharedResults,
  refusals: ['not_found', 'wrong_passcode', 'too_many'],
})

export const downloadShared = endpoint('POST /v0/shared/:token/:report', {
  summary:
    'A report behind a link as its PDF, for the passcode. A package has no PDF here if not all its tests are shared.',
  access: 'public',
  ...opens,
  params: z.extend(shareParams, { report: z.string().check(z.uuid()) }),
  file: 'application/pdf',
  reply: z.unknown(),
  refusals: ['not_found', 'wrong_passcode', 'too_many', 'files_unavailable', 'file_damaged'],
})

export const downloadSharedAttachment = endpoint('POST /v0/shared/:token/:report/attachment', {
  summary:
    "The lab's own PDF that belongs to a report behind a link, for the passcode. It is available if the report's PDF is.",
  access: 'public',
  ...opens,
  params: z.extend(shareParams, { report: z.string().check(z.uuid()) }),
  file: 'application/pdf',
  reply: z.unknown(),
  refusals: ['not_found', 'wrong_passcode', 'too_many', 'files_unavailable', 'file_damaged'],
})

/**
 * Who has read results: the reader, another owner, the patient, the doctor who booked, lab staff, or a person with a link.
 */
export const readerRole = z.enum(['you', 'booker', 'patient', 'doctor', 'lab', 'share'])
export type ReaderRole = z.infer<typeof readerRole>

const resultReader = z.object({
  role: readerRole,
  /** A first name, the full name after break-glass, or the recipient of a link; null if unknown. */
  name: z.nullable(z.string()),
  firstAt: z.string(),
  lastAt: z.string(),
  /** How often they have read; 0 if a doctor has used break-glass and not read yet. */
  times: z.number(),
  /** Whether a PDF was saved. */
  saved: z.boolean(),
  /** When and why a doctor opened results by break-glass, without the patient's consent, the latest first. */
  breakGlass: z.array(z.object({ at: z.string(), because: breakGlassBecause, reason: z.string() })),
})
export type ResultReader = z.infer<typeof resultReader>

export const listReaders = endpoint('GET /v0/orders/:reference/readers', {
  summary: "Who has opened the results of the signed-in patient's order, the latest first.",
  access: 'account',
  recent: true,
  params: orderParams,
  reply: z.array(resultReader),
  refusals: ['not_found', 'sign_in_again', 'patient_unproven'],
})
