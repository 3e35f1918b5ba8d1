import {
  type HoursDesk,
  type OpenHours,
  previewOpenHours,
  readOpenHours,
  type StandingVisit,
  setOpenHours,
} from '@labalaba/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { ApiFailure, call } from '../../lib/api.ts'

/** When a location is open, the first of the lab's where none is named. */
export function useHoursDesk(location: string) {
  return useQuery({
    queryKey: ['lab-hours', location],
    queryFn: ({ signal }) => call(readOpenHours, { query: { location }, signal }),
    staleTime: 0,
    // What is being typed is not written over by what comes from elsewhere.
    refetchOnWindowFocus: false,
  })
}

/** The hours of a location as they are by now. */
export async function readDesk(location: string): Promise<HoursDesk> {
  return (await call(readOpenHours, { query: { location } })).data
}

/** True where somebody else has said other hours meanwhile. */
export function isOthers(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.code === 'hours_changed'
}

/** The hours are others now. */
export async function forgetHours(cache: QueryClient): Promise<void> {
  await cache.invalidateQueries({ queryKey: ['lab-hours'] })
}

/** The home visits that would stand while the location is closed. */
export async function previewHours(location: string, hours: OpenHours): Promise<readonly StandingVisit[]> {
  return (await call(previewOpenHours, { body: { location, hours } })).data.standing
}

/** Answers the days of it that had passed meanwhile, and were left out. */
export async function saveHours(
  location: string,
  hours: OpenHours,
  seen: string,
): Promise<readonly string[]> {
  return (await call(setOpenHours, { body: { location, hours, seen } })).data.passed
}

/** What of the hours the server did not take, by field, such as `week.0`. */
export function wrongFields(failure: unknown): Readonly<Record<string, string>> {
  return failure instanceof ApiFailure && failure.code === 'invalid' ? (failure.fields ?? {}) : {}
}
