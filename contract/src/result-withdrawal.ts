import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Why a lab withdraws a released result. */
export const withdrawalReasons = ['wrong_patient', 'unfit_sample', 'wrong_measurement', 'other'] as const
export const withdrawalReason = z.enum(withdrawalReasons)
export type WithdrawalReason = z.infer<typeof withdrawalReason>

/** The reason for readers of the result: the end of "The lab says why: …". */
export const withdrawalWords: Readonly<Record<WithdrawalReason, string>> = {
  wrong_patient: 'it may be the result of another person.',
  unfit_sample: 'the sample was not fit to be tested.',
  wrong_measurement: 'something went wrong when it was measured.',
  other: 'it cannot be relied on.',
}

/** A released result that was withdrawn, as its possible readers see it. It has no values any more. */
export const withdrawnResult = z.object({
  id: z.string(),
  test: z.string(),
  /** The package that it belongs to. */
  partOf: z.nullable(z.string()),
  releasedAt: z.string(),
  withdrawnAt: z.string(),
  because: withdrawalReason,
})
export type WithdrawnResult = z.infer<typeof withdrawnResult>

export const withdrawReport = endpoint('POST /v0/lab/reports/:id/withdrawal', {
  summary:
    'Withdraws a released report, with a reason. From then on only the lab reads it. A new version can be released afterwards.',
  access: 'lab',
  params: z.strictObject({ id: z.string().check(z.uuid()) }),
  body: z.strictObject({
    /** The version that the caller has seen. */
    number: z.number().check(z.int(), z.minimum(1), z.maximum(10_000)),
    because: withdrawalReason,
    /** In words, for the lab only. */
    note: z.string().check(z.trim(), z.maxLength(300), z.regex(/^[^\p{Cc}]{3,300}$/u)),
  }),
  reply: z.object({}),
  refusals: ['not_found', 'wrong_state', 'not_your_duty'],
})
