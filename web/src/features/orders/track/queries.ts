import { type TrackedOrder, trackOrder } from '@labalaba/contract'
import { call } from '../../../lib/api.ts'
import type { Asked } from './policy.ts'

/** Reads the status of an order. The access data is sent in the body, never in a URL. */
export async function lookUp(asked: Asked): Promise<TrackedOrder> {
  const { data } = await call(trackOrder, { body: asked })
  return data
}
