import type { CapacityArea, CapacityWindow } from '@labalaba/contract'
import { counted } from '../../lib/format.ts'

/** The name of an area for operators; the empty one is the rest of the state, without the areas listed here. */
export function areaName(area: string, state: string): string {
  return area === '' ? `Elsewhere in ${state}` : area
}

/** The words of a window: its free capacity, and its booked and held visits. */
export function cellWords(
  { booked, held, left }: CapacityWindow,
  isOver: boolean,
): { readonly room: string; readonly taken: string; readonly tone: 'free' | 'full' | 'none' } {
  const taken = [...(booked > 0 ? [`${booked} booked`] : []), ...(held > 0 ? [`${held} held`] : [])].join(
    ', ',
  )
  if (isOver) return { room: 'Over', taken, tone: 'none' }
  if (left > 0) return { room: `${left} free`, taken, tone: 'free' }
  return booked + held > 0 ? { room: 'Full', taken, tone: 'full' } : { room: 'None', taken, tone: 'none' }
}

/** "Surulere (2 visits), Ikeja (1 visit).": areas with visits that no phlebotomist serves; null if there are none. */
export function uncoveredWords(areas: readonly CapacityArea[]): string | null {
  const found = areas.flatMap(({ area, people, windows }) => {
    const wanted = windows.reduce((sum, { booked, held }) => sum + booked + held, 0)
    return people.length === 0 && wanted > 0 ? [`${area} (${counted(wanted, 'visit')})`] : []
  })
  return found.length === 0 ? null : `${found.join(', ')}.`
}
