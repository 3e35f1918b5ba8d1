import { confirmHandover, listHandovers } from '@labalaba/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { livePause } from '../../lib/live.ts'

/** The specimens of home visits for the user's lab that have not all been received. */
export function useHandovers() {
  return useQuery({
    queryKey: ['handovers'],
    queryFn: ({ signal }) => call(listHandovers, { query: {}, signal }),
    staleTime: 3_000,
    refetchInterval: () => livePause(20_000),
  })
}

/** How many handovers wait for a count or have missing specimens; 0 while unknown. */
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

/** Confirms that these labels have arrived. Returns how many are missing. */
export async function confirmFound(visit: string, found: string[]): Promise<number> {
  const { data } = await call(confirmHandover, { params: { visit }, body: { found } })
  return data.missing
}

/** Reloads the handovers and the worklist. */
export function readHandoversAgain(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: ['handovers'] })
  void cache.invalidateQueries({ queryKey: ['worklist'] })
}
