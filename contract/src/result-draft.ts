import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { longestLineComment, longestText, oneLineCharacters, typedCharacters } from './result-text.ts'

const reportParams = z.strictObject({ id: z.string().check(z.uuid()) })
const version = z.string().check(z.uuid())

/** The version of a test's lines, as `readLabResults` returns it for a report. */
export const linesVersion = z.string().check(z.regex(/^[0-9a-f]{16}$/))

/** The text of a line as typed; it need not be a valid value yet. */
const typedLine = z.strictObject({
  position: z.number().check(z.int(), z.minimum(1), z.maximum(1000)),
  value: z.string().check(z.maxLength(longestText), z.regex(typedCharacters)),
  comment: z.optional(z.string().check(z.maxLength(longestLineComment), z.regex(oneLineCharacters))),
  methodNow: z.optional(z.boolean()),
})

/** A result draft: typed for a report but not saved as its values. It is no result. */
export const entryDraft = z.object({
  /** Changes with each update. */
  version: z.string(),
  /** First name only. */
  by: z.string(),
  mine: z.boolean(),
  at: z.string(),
  /** Values were saved after this was typed. */
  stale: z.boolean(),
  /** The lines have changed since it was typed, for example to another unit. */
  onOtherLines: z.boolean(),
  /** Empty for a caller who does not enter values. */
  typed: z.array(
    z.object({
      position: z.number(),
      value: z.string(),
      /** Undefined if there is none. */
      comment: z.optional(z.string()),
      /** True for a value that was measured by the lab's method of now. */
      methodNow: z.optional(z.boolean()),
      /** The name and unit of the line when it was typed; undefined if they were not recorded. */
      name: z.optional(z.string()),
      unit: z.optional(z.nullable(z.string())),
    }),
  ),
})
export type EntryDraft = z.infer<typeof entryDraft>

export const saveEntryDraft = endpoint('PUT /v0/lab/reports/:id/draft', {
  summary:
    'Keeps the typed text of a report for a week, or until it is saved as values. `basedOn` is the version that the caller saw. If another version is there, it stays and is answered.',
  access: 'lab',
  longBody: true,
  params: reportParams,
  body: z.strictObject({
    typed: z.array(typedLine).check(z.maxLength(200)),
    /** Null if there was none. */
    basedOn: z.nullable(version),
    /** When the values that the draft is based on were entered; null if there were none. */
    upon: z.nullable(z.string().check(z.maxLength(40))),
    /** The lines that it was typed on. If they have changed, nothing is stored. */
    linesVersion: z.optional(linesVersion),
  }),
  reply: entryDraft,
  refusals: ['not_found', 'wrong_state', 'draft_changed', 'lines_changed', 'not_your_duty'],
})

export const forgetEntryDraft = endpoint('DELETE /v0/lab/reports/:id/draft', {
  summary:
    'Deletes the typed text of a report, if it still belongs to this version. Asking twice is harmless.',
  access: 'lab',
  params: reportParams,
  body: z.strictObject({ version }),
  reply: z.object({}),
  refusals: ['not_found', 'not_your_duty'],
})
