import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { paging } from './paging.ts'

const money = z.object({
  count: z.number(),
  /** Naira. */
  amount: z.number(),
})

const reconciliation = z.object({
  /** A Lagos day. */
  day: z.string(),
  /** When it was last compared completely. */
  comparedAt: z.nullable(z.string()),
  /** Paystack has not responded since; it is tried again. */
  unfinished: z.boolean(),
  paystack: money,
  ours: money,
  /** How many differences were corrected automatically. */
  mended: z.number(),
  /** How many became cases for an operator. */
  cases: z.number(),
})
export type Reconciliation = z.infer<typeof reconciliation>

export const listReconciliations = endpoint('GET /v0/reconciliations', {
  summary: "The days whose money was compared with Paystack's lists, newest first.",
  access: 'operator',
  query: z.strictObject(paging),
  reply: z.array(reconciliation),
  paged: true,
})

export const answerDispute = endpoint('POST /v0/disputes/:id/answer', {
  summary:
    "Answers a dispute of a payer's bank: gives the money up, or declines with our evidence. The same answer again is harmless.",
  access: 'operator',
  params: z.strictObject({ id: z.string().check(z.regex(/^\w{1,40}$/)) }),
  body: z.strictObject({
    resolution: z.enum(['merchant-accepted', 'declined']),
    /** The text that the bank reads. */
    message: z.string().check(z.trim(), z.minLength(1), z.maxLength(1000), z.regex(/^[^\p{Cc}]+$/u)),
  }),
  reply: z.object({
    status: z.string(),
    /** Who won, once it has ended: `declined` means that we won. */
    resolution: z.nullable(z.string()),
  }),
  refusals: ['wrong_state', 'paystack_silent', 'payments_not_configured'],
})
