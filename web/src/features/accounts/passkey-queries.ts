import { listPasskeys, removePasskey } from '@labalaba/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** The passkeys of the signed-in account. */
export function usePasskeys() {
  return useQuery({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => call(listPasskeys, { signal }),
    staleTime: 3_000,
    retry: false,
  })
}

/** Removes a passkey; it can no longer be used to log in. */
export async function dropPasskey(passkey: string): Promise<void> {
  await call(removePasskey, { params: { passkey } })
}

export function readPasskeysAgain(cache: QueryClient): Promise<void> {
  return cache.invalidateQueries({ queryKey: ['passkeys'] })
}
