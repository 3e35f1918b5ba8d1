import {
  assignVisit,
  listPhlebotomists,
  listVisits,
  moveVisitByOperator,
  readLeftOut,
  readServiceAreas,
  readVisit,
  readVisitCapacity,
  rebookVisit,
  type ServiceArea,
  setServiceAreas,
} from '@labalaba/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { livePause } from '../../lib/live.ts'

/** The home visit of an order. Somebody may set off at any time, so it is read again now and then. */
export function useOwnVisit(reference: string) {
  return useQuery({
    queryKey: ['visit', reference],
    queryFn: ({ signal }) => call(readVisit, { params: { reference }, signal }),
    staleTime: 5_000,
    refetchInterval: () => livePause(30_000),
  })
}

/** Another time for a visit that was missed. */
export async function rebook(reference: string, { day, time }: { day: string; time: string }): Promise<void> {
  await call(rebookVisit, { params: { reference }, body: { date: day, time } })
}

/** What of an order a home visit could not take. */
export function useLeftOut(reference: string) {
  return useQuery({
    queryKey: ['left-out', reference],
    queryFn: ({ signal }) => call(readLeftOut, { params: { reference }, signal }),
    staleTime: 5_000,
    refetchInterval: 60_000,
  })
}

/** One page of the home visits of a day, or of those that nobody goes to yet. */
export function useVisits(day: string | null, page: number) {
  return useQuery({
    queryKey: ['visits', day, page],
    queryFn: ({ signal }) => call(listVisits, { query: { page, ...(day ? { day } : {}) }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    refetchInterval: 60_000,
  })
}

/** Everybody who can be sent on a day. */
export function usePhlebotomists(day: string) {
  return useQuery({
    queryKey: ['phlebotomists', day],
    queryFn: ({ signal }) => call(listPhlebotomists, { query: { day }, signal }),
  })
}

/** How many home visits are booked and can still be made on a day in a state; in which, where none is named, is answered. */
export function useCapacity(day: string, state: string | null) {
  return useQuery({
    queryKey: ['visit-capacity', day, state],
    queryFn: ({ signal }) =>
      call(readVisitCapacity, { query: { day, ...(state === null ? {} : { state }) }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    refetchInterval: () => livePause(60_000),
  })
}

/** Gives a visit to somebody. */
export async function assign(id: string, phlebotomist: string, reason: string): Promise<void> {
  await call(assignVisit, { params: { id }, body: { phlebotomist, reason } })
}

/** Gives a visit another time for its patient. */
export async function moveForPatient(
  id: string,
  { day, time }: { readonly day: string; readonly time: string },
  reason: string,
): Promise<void> {
  await call(moveVisitByOperator, { params: { id }, body: { date: day, time, reason } })
}

/** Where a phlebotomist goes. */
export function useServiceAreas(id: string) {
  return useQuery({
    queryKey: ['service-areas', id],
    queryFn: ({ signal }) => call(readServiceAreas, { params: { id }, signal }),
  })
}

/** Sets where a phlebotomist goes, and how many visits a day they take. */
export async function saveAreas(
  id: string,
  areas: readonly ServiceArea[],
  dailyVisits: number,
): Promise<void> {
  await call(setServiceAreas, { params: { id }, body: { areas: [...areas], dailyVisits } })
}
