import { type BodySent, type LabReport, listOpenCalls, logCall } from '@labalaba/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

/** How often the open calls are reloaded, in milliseconds: as often as the worklist. */
const reloadInterval = 20_000

/** The open calls of the user's lab, the earliest due first. They name no value. */
export function useOpenCalls(enabled = true) {
  return useQuery({
    queryKey: ['open-calls'],
    queryFn: ({ signal }) => call(listOpenCalls, { signal }),
    staleTime: 3_000,
    refetchInterval: reloadInterval,
    enabled,
  })
}

/** Logs a telephone call about a critical result. A repeated attempt is logged once. */
export async function sendCall({ id }: Pick<LabReport, 'id'>, body: BodySent<typeof logCall>): Promise<void> {
  await call(logCall, { params: { id }, body })
}

/** Reloads the results on the screen, then the open calls. */
export async function readCallsAgain(cache: QueryClient): Promise<void> {
  await cache.invalidateQueries({ queryKey: ['lab-results'] })
  await cache.invalidateQueries({ queryKey: ['open-calls'] })
}
