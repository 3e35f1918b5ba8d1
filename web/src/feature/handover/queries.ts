import { confirmHandover, listHandovers } from '@labalaba/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { livePause } from '../../lib/live.ts'

/** What home visits took for one's lab and has not all been received. */
export function useHandovers() {
  return useQuery({
    queryKey: ['handovers'],
    queryFn: ({ signal }) => call(listHandovers, { query: {}, signal }),
    staleTime: 3_000,
    refetchInterval: () => livePause(20_000),
  })
}

/** How many wait to be counted or are missing; nothing is said of it while that is not known. */
export function useHandoversWaiting(): number {
  const { data } = useQuery({
    queryKey: ['handovers'],
    queryFn: ({ signal }) => call(listHandovers, { query: {}, signal }),
    staleTime: 30_000,
    refetchInterval: () => livePause(60_000),
    retry: false,
  })
  return data?.data.filter(({ state }) => state !== 'on_its_way').length ?? 0
}

/** These labels are there. Answers how many are missing. */
export async function confirmFound(visit: string, found: string[]): Promise<number> {
  const { data } = await call(confirmHandover, { params: { visit }, body: { found } })
  return data.missing
}

/** What is on its way is another list now, and so is the worklist. */
export function readHandoversAgain(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: ['handovers'] })
  void cache.invalidateQueries({ queryKey: ['worklist'] })
}
