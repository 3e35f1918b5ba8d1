import * as z from 'zod/mini'

/** The sex of a patient as booked. */
export const gender = z.enum(['Male', 'Female'])
