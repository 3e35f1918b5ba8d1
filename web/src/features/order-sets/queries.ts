import {
  addOrderSet,
  changeOrderSet,
  forgetOrderSet,
  listOrderSets,
  listSetOffers,
  type OrderSet,
  searchTests,
} from '@labalaba/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export function useOrderSets() {
  return useQuery({ queryKey: ['order-sets'], queryFn: ({ signal }) => call(listOrderSets, { signal }) })
}

/** The locations that do the tests of a set, in a state or anywhere. */
export function useSetOffers(id: string, state: string) {
  return useQuery({
    queryKey: ['set-offers', id, state],
    queryFn: ({ signal }) =>
      call(listSetOffers, { params: { id }, query: { state: state || undefined }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The first few tests that match a search; none before two letters. */
export function useFewTests(q: string) {
  return useQuery({
    queryKey: ['tests', 'few', q],
    queryFn: ({ signal }) => call(searchTests, { query: { q, limit: 6 }, signal }),
    enabled: q.length > 1,
    placeholderData: keepPreviousData,
  })
}

/** Saves an order set: a new one, or in place of an existing one. */
export async function saveSet(set: OrderSet | null, name: string, tests: readonly string[]): Promise<void> {
  const body = { name, tests: [...tests] }
  if (set) await call(changeOrderSet, { params: { id: set.id }, body })
  else await call(addOrderSet, { body })
}

export async function forgetSet({ id }: OrderSet): Promise<void> {
  await call(forgetOrderSet, { params: { id } })
}
