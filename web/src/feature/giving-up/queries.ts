import { giveUpSamples, readAwaited } from '@labalaba/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** What of an order must be taken once more, and what of its money is asked back for whoever gives it up. */
export function useAwaited(reference: string) {
  return useQuery({
    queryKey: ['awaited', reference],
    queryFn: ({ signal }) => call(readAwaited, { params: { reference }, signal }),
    staleTime: 5_000,
    refetchInterval: 60_000,
  })
}

/** Whoever booked wants these samples no more: just those that they were shown. */
export async function giveUp(reference: string, accessions: string[]): Promise<void> {
  await call(giveUpSamples, { params: { reference }, body: { accessions } })
}
