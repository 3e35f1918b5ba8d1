import { listSlots, type Slot, windowOf } from '@labalaba/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** Where a phlebotomist is to come from, and for which tests. */
export type Asked = {
  /** Slug of the lab. */
  readonly lab: string
  /** Address of its location. */
  readonly location: string
  readonly tests: readonly string[]
  /** Where the patient is, where that is said; else somebody comes to where the location is. */
  readonly place?: KnownPlace | null
}

/** An area by its name, and its state. */
export type KnownPlace = { readonly state: string; readonly area: string }

function slotsOf({ lab, location, tests, place }: Asked) {
  const query = { lab, location, tests: tests.join('|'), ...place }
  return queryOptions({
    queryKey: ['slots', query],
    queryFn: ({ signal }) => call(listSlots, { query, signal }),
    staleTime: 30_000,
  })
}

/** The windows in which a phlebotomist can come. They fill while somebody thinks, so they are not kept for long. */
export function useSlots(asked: Asked) {
  return useQuery({ ...slotsOf(asked), refetchOnWindowFocus: true })
}

/** Whether anybody has a window for it, as far as `useSlots` has been told. Asks nothing itself. */
export function useCanCome(asked: Asked): boolean {
  const { data } = useQuery({ ...slotsOf(asked), enabled: false })
  if (!data) return true
  return !data.data.nobodyGoes && data.data.slots.some(({ left }) => left !== 'full')
}

/** A day of the strip, with its windows. */
export type SlotDay = { readonly date: string; readonly slots: readonly Slot[]; readonly full: boolean }

/** The windows by their days, in order. */
export function byDay(slots: readonly Slot[]): SlotDay[] {
  const days = new Map<string, Slot[]>()
  for (const slot of slots) days.set(slot.date, [...(days.get(slot.date) ?? []), slot])
  return [...days].map(([date, ofDay]) => ({
    date,
    slots: ofDay,
    full: ofDay.every(({ left }) => left === 'full'),
  }))
}

/** The time that stays chosen on another day: its window is there, and has room. */
export function timeOn(day: SlotDay | undefined, time: string): string {
  const from = windowOf(time)?.from
  return day?.slots.some((slot) => slot.from === from && slot.left !== 'full') ? time : ''
}
