import * as z from 'zod/mini'

/** The progress of a home visit's specimens towards the lab. */
export const handoverState = z.enum(['on_its_way', 'handed_over', 'confirmed', 'missing'])
export type HandoverState = z.infer<typeof handoverState>
