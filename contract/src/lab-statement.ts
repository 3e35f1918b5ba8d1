import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const month = z.string().check(z.regex(/^\d{4}-\d{2}$/))

const labStatement = z.object({
  lab: z.string(),
  /** YYYY-MM, of Lagos. */
  month: z.string(),
  /** The months from the first entry up to this one, the newest first. */
  months: z.array(z.string()),
  /** What Labalaba owed the lab before the month and at its end, in naira like all amounts below. */
  opening: z.number(),
  closing: z.number(),
  /** The totals of the month's entries, by kind. */
  totals: z.array(z.object({ words: z.string(), count: z.number(), amount: z.number() })),
  /** Days with entries, the oldest first. */
  days: z.array(
    z.object({
      day: z.string(),
      closing: z.number(),
      lines: z.array(
        z.object({
          at: z.string(),
          words: z.string(),
          orderReference: z.nullable(z.string()),
          amount: z.number(),
          balanceAfter: z.number(),
        }),
      ),
    }),
  ),
})
export type LabStatement = z.infer<typeof labStatement>

const ofAMonth = {
  method: 'GET',
  access: 'lab',
  query: z.strictObject({ month }),
  refusals: ['not_found', 'not_your_duty', 'wrong_days', 'statement_too_long'],
} as const

export const readLabStatement = endpoint({
  ...ofAMonth,
  path: '/v0/lab/statement',
  summary:
    "A month of the lab's own account in the books, for managers of the whole lab: opening balance, each entry and closing balance.",
  reply: labStatement,
})

export const downloadLabStatement = endpoint({
  ...ofAMonth,
  path: '/v0/lab/statement.csv',
  summary: "A month of the lab's own account as a file for a spreadsheet.",
  file: 'text/csv',
  reply: z.string(),
})

export const printLabStatement = endpoint({
  ...ofAMonth,
  path: '/v0/lab/statement.pdf',
  summary:
    "A month of the lab's own account as a PDF. A month with more than two thousand entries is available as CSV only.",
  file: 'application/pdf',
  reply: z.unknown(),
  refusals: [...ofAMonth.refusals, 'busy'],
})
