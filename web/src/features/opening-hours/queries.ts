import {
  type HoursDesk,
  type OpenHours,
  previewOpenHours,
  readOpenHours,
  setOpenHours,
  type VisitOutsideHours,
} from '@labalaba/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { ApiFailure, call } from '../../lib/api.ts'

/** The opening hours of a location; of the lab's first one if none is given. */
export function useHoursDesk(location: string) {
  return useQuery({
    queryKey: ['lab-hours', location],
    queryFn: ({ signal }) => call(readOpenHours, { query: { location }, signal }),
    staleTime: 0,
    // A refetch would overwrite what the user is typing.
    refetchOnWindowFocus: false,
  })
}

/** Reads the current hours of a location. */
export async function readDesk(location: string): Promise<HoursDesk> {
  return (await call(readOpenHours, { query: { location } })).data
}

/** True if another user has changed the hours meanwhile. */
export function isChangedByOthers(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.code === 'hours_changed'
}

/** Reloads the hours after a change. */
export async function forgetHours(cache: QueryClient): Promise<void> {
  await cache.invalidateQueries({ queryKey: ['lab-hours'] })
}

/** The home visits that are booked for times when the location would be closed. */
export async function previewHours(
  location: string,
  hours: OpenHours,
): Promise<readonly VisitOutsideHours[]> {
  return (await call(previewOpenHours, { body: { location, hours } })).data.standing
}

/** Returns the days that had already passed and were left out. */
export async function saveHours(
  location: string,
  hours: OpenHours,
  seen: string,
): Promise<readonly string[]> {
  return (await call(setOpenHours, { body: { location, hours, seen } })).data.passed
}
