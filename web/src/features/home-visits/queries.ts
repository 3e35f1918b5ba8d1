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

/** The home visit of an order. The phlebotomist may set off at any time, so it is reread at intervals. */
export function useOwnVisit(reference: string) {
  return useQuery({
    queryKey: ['visit', reference],
    queryFn: ({ signal }) => call(readVisit, { params: { reference }, signal }),
    staleTime: 5_000,
    refetchInterval: () => livePause(30_000),
  })
}

/** Books another time for a visit that was missed. */
export async function rebook(reference: string, { day, time }: { day: string; time: string }): Promise<void> {
  await call(rebookVisit, { params: { reference }, body: { date: day, time } })
}

/** The missed specimens of an order's home visit. */
export function useMissedSpecimens(reference: string) {
  return useQuery({
    queryKey: ['left-out', reference],
    queryFn: ({ signal }) => call(readLeftOut, { params: { reference }, signal }),
    staleTime: 5_000,
    refetchInterval: 60_000,
  })
}

/** One page of the home visits of a day, or of those without a phlebotomist. */
export function useVisits(day: string | null, page: number) {
  return useQuery({
    queryKey: ['visits', day, page],
    queryFn: ({ signal }) => call(listVisits, { query: { page, ...(day ? { day } : {}) }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    refetchInterval: 60_000,
  })
}

/** The phlebotomists who can be sent on a day. */
export function usePhlebotomists(day: string) {
  return useQuery({
    queryKey: ['phlebotomists', day],
    queryFn: ({ signal }) => call(listPhlebotomists, { query: { day }, signal }),
  })
}

/** Booked and free home visits on a day in a state. Without a state, the server chooses one and returns it. */
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

/** Assigns a visit to a phlebotomist. */
export async function assign(id: string, phlebotomist: string, reason: string): Promise<void> {
  await call(assignVisit, { params: { id }, body: { phlebotomist, reason } })
}

/** Moves a visit to another time for its patient. */
export async function moveForPatient(
  id: string,
  { day, time }: { readonly day: string; readonly time: string },
  reason: string,
): Promise<void> {
  await call(moveVisitByOperator, { params: { id }, body: { date: day, time, reason } })
}

/** The service area of a phlebotomist. */
export function useServiceAreas(id: string) {
  return useQuery({
    queryKey: ['service-areas', id],
    queryFn: ({ signal }) => call(readServiceAreas, { params: { id }, signal }),
  })
}

/** Sets a phlebotomist's service area, and their visits per day. */
export async function saveAreas(
  id: string,
  areas: readonly ServiceArea[],
  dailyVisits: number,
): Promise<void> {
  await call(setServiceAreas, { params: { id }, body: { areas: [...areas], dailyVisits } })
}
