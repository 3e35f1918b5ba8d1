import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const authenticity = z.object({
  /** `appended`: newer versions only add to it. `corrected`: one replaces it. `withdrawn`: the lab has withdrawn it. */
  status: z.enum(['valid', 'appended', 'corrected', 'withdrawn']),
  /** Released before all its results were there. A newer version completes it, or corrects it. */
  preliminary: z.boolean(),
  /** When a newer version was released. */
  correctedAt: z.nullable(z.string()),
  withdrawnAt: z.nullable(z.string()),
  releasedAt: z.string(),
  lab: z.string(),
  tests: z.array(z.string()),
  /** "A. O.", and the year of birth if it is known. */
  initials: z.string(),
  bornIn: z.nullable(z.number()),
  /** SHA-256 of the PDF, in hexadecimal digits. */
  fileHash: z.string(),
  /** The hash of the PDF that the lab attached, if there is one. */
  attachmentHash: z.nullable(z.string()),
  sampleData: z.boolean(),
})
export type Authenticity = z.infer<typeof authenticity>

export const checkReport = endpoint('GET /v0/verify/:code', {
  summary:
    'Says if a report is genuine, by its printed code, and never shows its values. An unknown and a mistyped code get the same answer. Guessing is slowed down.',
  access: 'public',
  params: z.strictObject({ code: z.string().check(z.maxLength(64)) }),
  reply: authenticity,
  refusals: ['not_found', 'too_many'],
})
