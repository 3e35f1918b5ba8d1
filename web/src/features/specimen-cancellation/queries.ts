import { giveUpSamples, readAwaited } from '@labalaba/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** The specimens of an order that must be taken again, and the refund if they are given up. */
export function useOutstanding(reference: string) {
  return useQuery({
    queryKey: ['awaited', reference],
    queryFn: ({ signal }) => call(readAwaited, { params: { reference }, signal }),
    staleTime: 5_000,
    refetchInterval: 60_000,
  })
}

/** Gives up exactly the specimens that the user was shown. */
export async function giveUp(reference: string, accessions: string[]): Promise<void> {
  await call(giveUpSamples, { params: { reference }, body: { accessions } })
}
