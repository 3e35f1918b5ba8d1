import { listLabSystems, makeLabSystem, revokeLabSystem } from '@labalaba/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** The connected systems of the user's lab. */
export function useLabSystems() {
  return useQuery({
    queryKey: ['lab-systems'],
    queryFn: ({ signal }) => call(listLabSystems, { signal }),
    staleTime: 3_000,
  })
}

/** Creates a key; it is returned only once. */
export async function makeKey(name: string): Promise<string> {
  const { data } = await call(makeLabSystem, { body: { name } })
  return data.key
}

export async function revokeKey(id: string): Promise<void> {
  await call(revokeLabSystem, { params: { id } })
}

export function readSystemsAgain(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: ['lab-systems'] })
}
