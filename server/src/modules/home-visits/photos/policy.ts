import { type Duty, mostPhotos, photoDays } from '@labalaba/contract'
import { dutiesFor } from '../../specimens/index.ts'

const day = 24 * 60 * 60 * 1000

type Visit = {
  readonly state: string
  readonly arrived_at: Date | null
  /** When the server received the report of the handover; null before. */
  readonly handedOver: Date | null
}

/** Whether a photo of a visit's tubes is still accepted: from the opening of the door until a day after the handover. */
export function takesPhotos({ state, arrived_at, handedOver }: Visit, now: Date): boolean {
  if (state === 'on_the_way') return arrived_at !== null
  if (state === 'collected') return true
  return state === 'delivered' && handedOver !== null && now.getTime() - handedOver.getTime() <= day
}

/** The first free place for a photo; null if all are taken. */
export function freePlace(taken: readonly number[]): number | null {
  for (let place = 1; place <= mostPhotos; place += 1) if (!taken.includes(place)) return place
  return null
}

/** Whether lab staff with these duties see photos: those who may receive specimens. */
export function seesPhotos(duties: readonly Duty[]): boolean {
  return dutiesFor.receive.some((duty) => duties.includes(duty))
}

/** Photos are deleted if their order was done before `done`, or if they were received before `received` (a year ago). */
export function keptSince(now: Date): { readonly done: Date; readonly received: Date } {
  const aYearAgo = new Date(now)
  aYearAgo.setUTCFullYear(aYearAgo.getUTCFullYear() - 1)
  return { done: new Date(now.getTime() - photoDays * day), received: aYearAgo }
}
