import { type TrackedOrder, trackOrder } from '@labalaba/contract'
import { call } from '../../../lib/api.ts'
import type { TrackQuery } from './policy.ts'

/** Reads the status of an order. The access data is sent in the body, never in a URL. */
export async function lookUp(asked: TrackQuery): Promise<TrackedOrder> {
  const { data } = await call(trackOrder, { body: asked })
  return data
}
