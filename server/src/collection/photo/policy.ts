import { type Duty, mostPhotos, photoDays } from '@labalaba/contract'
import { dutiesFor } from '../staff/duties.ts'

const day = 24 * 60 * 60 * 1000

type Visit = {
  readonly state: string
  readonly arrived_at: Date | null
  /** When we heard that its samples were handed over; null before. */
  readonly handedOver: Date | null
}

/** Whether a photo of the tubes of a visit still comes in time: once the door was opened, until a day after they were handed over. */
export function takesPhotos({ state, arrived_at, handedOver }: Visit, now: Date): boolean {
  if (state === 'on_the_way') return arrived_at !== null
  if (state === 'collected') return true
  return state === 'delivered' && handedOver !== null && now.getTime() - handedOver.getTime() <= day
}

/** The first of the places for photos that is free; null where none is. */
export function freePlace(taken: readonly number[]): number | null {
  for (let place = 1; place <= mostPhotos; place += 1) if (!taken.includes(place)) return place
  return null
}

/** Whether somebody of a lab with these duties looks at photos: whoever takes samples over. */
export function seesPhotos(duties: readonly Duty[]): boolean {
  return dutiesFor.receive.some((duty) => duties.includes(duty))
}

/** Photos of orders that were done before this moment are kept no longer, nor those that are older than the other. */
export function keptSince(now: Date): { readonly done: Date; readonly received: Date } {
  const aYearAgo = new Date(now)
  aYearAgo.setUTCFullYear(aYearAgo.getUTCFullYear() - 1)
  return { done: new Date(now.getTime() - photoDays * day), received: aYearAgo }
}
