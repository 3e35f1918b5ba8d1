import * as z from 'zod/mini'

/** How far what a home visit took is on its way to the lab. */
export const handoverState = z.enum(['on_its_way', 'handed_over', 'confirmed', 'missing'])
export type HandoverState = z.infer<typeof handoverState>
