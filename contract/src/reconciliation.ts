import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { paging } from './paging.ts'

const money = z.object({
  count: z.number(),
  /** Naira. */
  amount: z.number(),
})

const reconciliation = z.object({
  /** In Lagos. */
  day: z.string(),
  /** When it was last compared to its end. */
  comparedAt: z.nullable(z.string()),
  /** Paystack has not answered since; it is tried again. */
  unfinished: z.boolean(),
  paystack: money,
  ours: money,
  /** How many differences were put right by themselves. */
  mended: z.number(),
  /** How many were brought to a person. */
  cases: z.number(),
})
export type Reconciliation = z.infer<typeof reconciliation>

export const listReconciliations = endpoint({
  method: 'GET',
  path: '/v0/reconciliations',
  summary: "The days whose money was compared with Paystack's lists, newest first.",
  access: 'operator',
  query: z.strictObject(paging),
  reply: z.array(reconciliation),
  paged: true,
  refusals: [],
})

export const answerDispute = endpoint({
  method: 'POST',
  path: '/v0/disputes/:id/answer',
  summary:
    "Answers a complaint of a payer's bank: gives the money up, or declines with the evidence that we have. The same answer again is harmless.",
  access: 'operator',
  params: z.strictObject({ id: z.string().check(z.regex(/^\w{1,40}$/)) }),
  body: z.strictObject({
    resolution: z.enum(['merchant-accepted', 'declined']),
    /** What the bank reads. */
    message: z.string().check(z.trim(), z.minLength(1), z.maxLength(1000), z.regex(/^[^\p{Cc}]+$/u)),
  }),
  reply: z.object({
    status: z.string(),
    /** Who won, once it has ended: `declined` is us. */
    resolution: z.nullable(z.string()),
  }),
  refusals: ['wrong_state', 'paystack_silent', 'payments_not_configured'],
})
