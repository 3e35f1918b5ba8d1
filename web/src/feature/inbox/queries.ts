import { acknowledgeResults, listInbox, type OwnResults } from '@labalaba/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** What waits for the signed-in doctor, a page after another. It is not kept once its page is left. */
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

/** Says that these results were seen to, as they stand on the screen. */
export async function acknowledge({ reference, toAcknowledge: seen }: OwnResults): Promise<void> {
  await call(acknowledgeResults, { params: { reference }, body: { seen } })
}
