import * as z from 'zod/mini'
import { orderParams } from './booking.ts'
import { endpoint } from './endpoint.ts'

/** The largest PDF that a report accepts, in bytes, and its most pages. */
export const largestAttachment = 5 * 1024 * 1024
export const mostAttachmentPages = 100

/** The most bytes of a PDF in one request: few enough that it succeeds on the slowest network before the user gives up. */
export const attachmentPiece = 192 * 1024

/** A PDF of a report version, redrawn from the lab's own file so that it contains nothing but its pages. */
export const reportAttachment = z.object({
  /** SHA-256 of the file, in hexadecimal digits. */
  hash: z.string(),
  /** In bytes. */
  size: z.number(),
  pages: z.number(),
})
export type ReportAttachment = z.infer<typeof reportAttachment>

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const reportParams = z.strictObject({ id: z.string().check(z.uuid()) })
/** When the draft that this is based on was entered; null if there was none. */
const basedOn = z.nullable(z.string().check(z.maxLength(40)))

export const sendAttachmentPiece = endpoint('PUT /v0/lab/reports/:id/attachment/:hash/:piece', {
  summary:
    'Sends one piece of a PDF to attach to a report, as base64. Each piece has 196,608 bytes of the file, and the last piece has the rest. Sending a piece again changes nothing.',
  access: 'lab',
  longBody: true,
  params: z.extend(reportParams, { hash, piece: z.string().check(z.regex(/^(1?\d|2[0-6])$/)) }),
  body: z.strictObject({ bytes: z.string().check(z.regex(/^[A-Za-z0-9+/]{4,262144}={0,2}$/)) }),
  reply: z.object({}),
  refusals: ['not_found', 'wrong_state', 'not_your_duty'],
})

export const attachPdf = endpoint('PUT /v0/lab/reports/:id/attachment', {
  summary:
    'Attaches the PDF whose pieces were sent to a draft, and replaces an earlier one. The server draws its pages into a new file, with what its fields and notes show. The new file has no actions, scripts, files inside or data about it. `hash` is of the file as it was sent. Attaching the same file again changes nothing.',
  access: 'lab',
  params: reportParams,
  body: z.strictObject({ hash, basedOn }),
  reply: z.object({}),
  refusals: [
    ...(['not_found', 'wrong_state', 'result_changed', 'not_your_duty', 'not_checked'] as const),
    ...(['pdf_refused', 'pieces_missing', 'busy', 'files_unavailable'] as const),
  ],
})

export const detachPdf = endpoint('DELETE /v0/lab/reports/:id/attachment', {
  summary: 'Removes the attached PDF from a draft.',
  access: 'lab',
  params: reportParams,
  body: z.strictObject({ basedOn }),
  reply: z.object({}),
  refusals: ['not_found', 'wrong_state', 'result_changed', 'not_your_duty', 'not_checked'],
})

export const downloadLabAttachment = endpoint('GET /v0/lab/reports/:id/versions/:number/attachment', {
  summary: "The PDF attached to a version of a report of the caller's lab. Each reading is recorded.",
  access: 'lab',
  params: z.extend(reportParams, { number: z.string().check(z.regex(/^[1-9]\d{0,3}$/)) }),
  file: 'application/pdf',
  reply: z.unknown(),
  refusals: ['not_found', 'too_many', 'files_unavailable', 'file_damaged'],
})

export const downloadAttachment = endpoint('GET /v0/orders/:reference/results/:report/attachment', {
  summary: "The lab's own PDF that belongs to a released report of the signed-in patient.",
  access: 'account',
  recent: true,
  params: z.extend(orderParams, { report: z.string().check(z.uuid()) }),
  file: 'application/pdf',
  reply: z.unknown(),
  refusals: ['not_found', 'sign_in_again', 'too_many', 'files_unavailable', 'file_damaged'],
})
