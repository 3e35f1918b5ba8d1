import type { CapacityArea, CapacityWindow } from '@labalaba/contract'
import * as copy from '../../copy/home-visits.ts'
import { fill, plural } from '../../lib/fill.ts'

/** The name of an area for operators; the empty one is the rest of the state, without the areas listed here. */
export function areaName(area: string, state: string): string {
  return area === '' ? fill(copy.areaElsewhere, { state }) : area
}

/** The words of a window: its free capacity, and its booked and held visits. */
export function cellWords(
  { booked, held, left }: CapacityWindow,
  isOver: boolean,
): { readonly room: string; readonly taken: string; readonly tone: 'free' | 'full' | 'none' } {
  const taken = [
    ...(booked > 0 ? [fill(copy.windowBooked, { booked })] : []),
    ...(held > 0 ? [fill(copy.windowHeld, { held })] : []),
  ].join(', ')
  if (isOver) return { room: copy.windowOver, taken, tone: 'none' }
  if (left > 0) return { room: fill(copy.windowFree, { left }), taken, tone: 'free' }
  return booked + held > 0
    ? { room: copy.windowFull, taken, tone: 'full' }
    : { room: copy.windowNone, taken, tone: 'none' }
}

/** "Surulere (2 visits), Ikeja (1 visit).": areas with visits that no phlebotomist serves; null if there are none. */
export function uncoveredWords(areas: readonly CapacityArea[]): string | null {
  const found = areas.flatMap(({ area, people, windows }) => {
    const wanted = windows.reduce((sum, { booked, held }) => sum + booked + held, 0)
    return people.length === 0 && wanted > 0 ? [plural(copy.areaVisits, wanted, { area })] : []
  })
  return found.length === 0 ? null : `${found.join(', ')}.`
}
