import * as z from 'zod/mini'
import { orderParams } from './booking.ts'
import { endpoint } from './endpoint.ts'

export const answerLateMoney = endpoint('POST /v0/orders/:reference/late', {
  summary: 'Keeps an order as it is, although its money came late.',
  access: 'account',
  params: orderParams,
  body: z.strictObject({ choice: z.literal('keep') }),
  reply: z.object({}),
  refusals: ['wrong_state', 'day_passed', 'slot_full'],
})

export const moveVisit = endpoint('POST /v0/orders/:reference/visit', {
  summary:
    'Gives a home visit another day and time, free of charge, if no one has set off for it. The order can be paid or not paid yet.',
  access: 'account',
  params: orderParams,
  body: z.strictObject({
    /** A Lagos day and a Lagos time. */
    date: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
    time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  }),
  reply: z.object({ date: z.string(), time: z.string() }),
  refusals: ['wrong_state', 'day_passed', 'lab_not_bookable', 'slot_unavailable', 'too_many_holds'],
})
