import { type BodySent, endPause, type PauseDetails, readPause, setPause } from '@labalaba/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { ApiFailure, call } from '../../lib/api.ts'

/** Whether a location takes bookings; the lab's first one if none is given. */
export function usePauseDesk(location: string) {
  return useQuery({
    queryKey: ['lab-pause', location],
    queryFn: ({ signal }) => call(readPause, { query: { location }, signal }),
    staleTime: 0,
  })
}

export async function pauseBookings(body: BodySent<typeof setPause>): Promise<void> {
  await call(setPause, { body })
}

export async function takeBookings(location: string, { id }: PauseDetails): Promise<void> {
  await call(endPause, { body: { location, seen: id } })
}

/** Reloads the pauses, for the staff and on the lab's own page. */
export async function forgetPauses(cache: QueryClient): Promise<void> {
  await Promise.all([
    cache.invalidateQueries({ queryKey: ['lab-pause'] }),
    cache.invalidateQueries({ queryKey: ['lab-locations'] }),
  ])
}

/** True if another user has paused it, or changed the pause, meanwhile. */
export function isChangedByOthers(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.code === 'pause_changed'
}
