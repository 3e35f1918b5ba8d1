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

/** How many home visits a location makes, the first of the lab's where none is named. */
export function usePlacesDesk(location: string) {
  return useQuery({
    queryKey: ['lab-places', location],
    queryFn: ({ signal }) => call(readVisitPlaces, { query: { location }, signal }),
    staleTime: 0,
    // What is being typed is not written over by what comes from elsewhere.
    refetchOnWindowFocus: false,
  })
}

/** The same as it is by now. */
export async function readDesk(location: string): Promise<PlacesDesk> {
  return (await call(readVisitPlaces, { query: { location } })).data
}

/** The numbers are others now. */
export async function forgetPlaces(cache: QueryClient): Promise<void> {
  await cache.invalidateQueries({ queryKey: ['lab-places'] })
}

/** The windows in which more visits would be given than there are places. */
export async function previewPlaces(location: string, plan: PlacesPlan): Promise<readonly PlacesBeyond[]> {
  return (await call(previewVisitPlaces, { body: { location, plan } })).data.beyond
}

/** Answers the days of it that had passed meanwhile, and were left out. */
export async function savePlaces(
  location: string,
  plan: PlacesPlan,
  seen: PlacesPlan,
): Promise<readonly string[]> {
  return (await call(setVisitPlaces, { body: { location, plan, seen } })).data.passed
}

/** True where somebody else has said other numbers meanwhile. */
export function isOthers(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.code === 'places_changed'
}

/** What of the plan the server did not take, by field, such as `days.0`. */
export function wrongFields(failure: unknown): Readonly<Record<string, string>> {
  return failure instanceof ApiFailure && failure.code === 'invalid' ? (failure.fields ?? {}) : {}
}
