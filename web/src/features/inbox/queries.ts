import { acknowledgeResults, listInbox, type OwnResults } from '@labalaba/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** The results that wait for the signed-in doctor, page by page. Not cached after the user leaves the page. */
export function useInbox() {
  return useInfiniteQuery({
    queryKey: ['inbox'],
    queryFn: ({ pageParam, signal }) => call(listInbox, { query: { after: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ data }) => data.next,
    retry: false,
    gcTime: 0,
  })
}

/** Acknowledges these results, in the versions on the screen. */
export async function acknowledge({ reference, toAcknowledge: seen }: OwnResults): Promise<void> {
  await call(acknowledgeResults, { params: { reference }, body: { seen } })
}
