import { listSlots, type Slot, windowOf } from '@labalaba/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** The lab location a phlebotomist comes from, and the tests. */
export type SlotQuery = {
  /** Slug of the lab. */
  readonly lab: string
  /** Address of the lab's location. */
  readonly location: string
  readonly tests: readonly string[]
  /** The patient's area, if known; else the location's own area. */
  readonly place?: KnownPlace | null
}

/** An area by its name and state. */
export type KnownPlace = { readonly state: string; readonly area: string }

function slotsOf({ lab, location, tests, place }: SlotQuery) {
  const query = { lab, location, tests: tests.join('|'), ...place }
  return queryOptions({
    queryKey: ['slots', query],
    queryFn: ({ signal }) => call(listSlots, { query, signal }),
    staleTime: 30_000,
  })
}

/** The windows in which a phlebotomist can come. They may fill up meanwhile, so they go stale after 30 seconds. */
export function useSlots(query: SlotQuery) {
  return useQuery({ ...slotsOf(query), refetchOnWindowFocus: true })
}

/** Whether any window is free, from the data of `useSlots`. Makes no request itself. */
export function useCanCome(query: SlotQuery): boolean {
  const { data } = useQuery({ ...slotsOf(query), enabled: false })
  if (!data) return true
  return !data.data.nobodyGoes && data.data.slots.some(({ left }) => left !== 'full')
}

/** A day of the strip, with its windows. */
export type SlotDay = { readonly date: string; readonly slots: readonly Slot[]; readonly full: boolean }

/** The windows grouped by day, in order. */
export function byDay(slots: readonly Slot[]): SlotDay[] {
  const days = new Map<string, Slot[]>()
  for (const slot of slots) days.set(slot.date, [...(days.get(slot.date) ?? []), slot])
  return [...days].map(([date, ofDay]) => ({
    date,
    slots: ofDay,
    full: ofDay.every(({ left }) => left === 'full'),
  }))
}

/** The chosen time if it exists on the new day and is free; else empty. */
export function timeOn(day: SlotDay | undefined, time: string): string {
  const from = windowOf(time)?.from
  return day?.slots.some((slot) => slot.from === from && slot.left !== 'full') ? time : ''
}
