import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const quoteBooking = endpoint('POST /v0/booking-quotes', {
  summary:
    "What a booking of these tests would earn the signed-in doctor now, out of Labalaba's share. Nothing is saved.",
  access: 'account',
  body: z.strictObject({
    /** Slug or name. */
    lab: z.string().check(z.trim(), z.minLength(1), z.maxLength(160)),
    tests: z
      .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(/^[^\p{Cc}]+$/u)))
      .check(z.minLength(1), z.maxLength(60)),
  }),
  reply: z.object({
    /** The total of the tests, naira, at the catalogue's prices. */
    subTotal: z.number(),
    /** As the patient reads it; null if the caller would earn nothing. */
    doctorName: z.nullable(z.string()),
    /** Naira; 0 for none. */
    doctorEarning: z.number(),
  }),
  refusals: ['unknown_lab', 'unknown_test'],
})
export type BookingQuote = z.infer<(typeof quoteBooking)['reply']>
