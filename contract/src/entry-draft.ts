import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const reportParams = z.strictObject({ id: z.string().check(z.uuid()) })
const version = z.string().check(z.uuid())

/** Which lines of a test stood there, as `readLabResults` says of a report. */
export const linesVersion = z.string().check(z.regex(/^[0-9a-f]{16}$/))

/** What stands in a line, as it was typed: it need not be a value yet. */
const typedLine = z.strictObject({
  position: z.number().check(z.int(), z.minimum(1), z.maximum(1000)),
  value: z.string().check(z.maxLength(2000), z.regex(/^[^\p{Cc}]*$/u)),
})

/** What somebody has typed of a report and not saved as its values. It is no result. */
export const entryDraft = z.object({
  /** Another with each change. */
  version: z.string(),
  /** First name only. */
  by: z.string(),
  mine: z.boolean(),
  at: z.string(),
  /** Values were saved after it was typed. */
  stale: z.boolean(),
  /** It was typed on other lines than count now, such as in another unit. */
  onOtherLines: z.boolean(),
  /** None for whoever does not enter values. */
  typed: z.array(
    z.object({
      position: z.number(),
      value: z.string(),
      /** What the line was called and measured in when it was typed; nothing where that was not kept. */
      name: z.optional(z.string()),
      unit: z.optional(z.nullable(z.string())),
    }),
  ),
})
export type EntryDraft = z.infer<typeof entryDraft>

export const saveEntryDraft = endpoint({
  method: 'PUT',
  path: '/v0/lab/reports/:id/draft',
  summary:
    'Keeps what is typed of a report for a week, or until it is saved as its values. `basedOn` is the version that was seen; another one there is not written over, and is answered.',
  access: 'lab',
  params: reportParams,
  body: z.strictObject({
    typed: z.array(typedLine).check(z.maxLength(200)),
    /** Null where none was there. */
    basedOn: z.nullable(version),
    /** When the values were entered that it is typed upon; null where there were none. */
    upon: z.nullable(z.string().check(z.maxLength(40))),
    /** The lines that it is typed on: where others count now, nothing is kept. */
    linesVersion: z.optional(linesVersion),
  }),
  reply: entryDraft,
  refusals: ['not_found', 'wrong_state', 'draft_changed', 'lines_changed', 'not_your_duty'],
})

export const forgetEntryDraft = endpoint({
  method: 'DELETE',
  path: '/v0/lab/reports/:id/draft',
  summary: 'Forgets what was typed of a report, where it is still of this version. Asking twice is harmless.',
  access: 'lab',
  params: reportParams,
  body: z.strictObject({ version }),
  reply: z.object({}),
  refusals: ['not_found', 'not_your_duty'],
})
