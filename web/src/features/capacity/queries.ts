import {
  type PlacesBeyond,
  type PlacesDesk,
  type PlacesPlan,
  previewVisitPlaces,
  readVisitPlaces,
  setVisitPlaces,
} from '@labalaba/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { ApiFailure, call } from '../../lib/api.ts'

/** How many home visits a location makes; the lab's first one if none is given. */
export function usePlacesDesk(location: string) {
  return useQuery({
    queryKey: ['lab-places', location],
    queryFn: ({ signal }) => call(readVisitPlaces, { query: { location }, signal }),
    staleTime: 0,
    // A refetch would overwrite what the user is typing.
    refetchOnWindowFocus: false,
  })
}

/** Reads the current numbers of a location. */
export async function readDesk(location: string): Promise<PlacesDesk> {
  return (await call(readVisitPlaces, { query: { location } })).data
}

/** Reloads the numbers after a change. */
export async function forgetPlaces(cache: QueryClient): Promise<void> {
  await cache.invalidateQueries({ queryKey: ['lab-places'] })
}

/** The windows in which more visits would be booked than there are places. */
export async function previewPlaces(location: string, plan: PlacesPlan): Promise<readonly PlacesBeyond[]> {
  return (await call(previewVisitPlaces, { body: { location, plan } })).data.beyond
}

/** Returns the days that had already passed and were left out. */
export async function savePlaces(
  location: string,
  plan: PlacesPlan,
  seen: PlacesPlan,
): Promise<readonly string[]> {
  return (await call(setVisitPlaces, { body: { location, plan, seen } })).data.passed
}

/** True if another user has changed the numbers meanwhile. */
export function isChangedByOthers(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.code === 'places_changed'
}
