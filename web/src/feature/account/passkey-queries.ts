import { listPasskeys, removePasskey } from '@labalaba/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** The passkeys of the account that is signed in. */
export function usePasskeys() {
  return useQuery({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => call(listPasskeys, { signal }),
    staleTime: 3_000,
    retry: false,
  })
}

/** Removes a passkey: nobody logs in with it any more. */
export async function dropPasskey(passkey: string): Promise<void> {
  await call(removePasskey, { params: { passkey } })
}

export function readPasskeysAgain(cache: QueryClient): Promise<void> {
  return cache.invalidateQueries({ queryKey: ['passkeys'] })
}
