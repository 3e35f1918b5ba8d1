import { type TrackedOrder, trackOrder } from '@labalaba/contract'
import { call } from '../../../lib/api.ts'
import type { Asked } from './policy.ts'

/** Where an order stands. What opens it travels in the body, never in an address. */
export async function lookUp(asked: Asked): Promise<TrackedOrder> {
  const { data } = await call(trackOrder, { body: asked })
  return data
}
