import { listAreas, listPurposes, listTestOffers, readTest, searchTests } from '@labalaba/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { listSize } from '../../../lib/saving.ts'
import type { Question } from './policy.ts'

const hour = 3_600_000

/** One page of the tests that match a search. The previous response stays visible until the next one arrives. */
export function useTests({ page, q, purpose, category }: Question) {
  return useQuery({
    queryKey: ['tests', page, q, purpose, category],
    queryFn: ({ signal }) =>
      call(searchTests, { query: { page, ...listSize(), q, purpose, category }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The most popular tests or packages, the first one first. */
export function usePopular(kind: 'test' | 'package', limit: number) {
  return useQuery({
    queryKey: ['tests', 'popular', kind, limit],
    queryFn: ({ signal }) => call(searchTests, { query: { limit, kind }, signal }),
    select: ({ data }) => data,
    staleTime: hour,
  })
}

/** The purposes of tests. They change only with the catalogue. */
export function usePurposes() {
  return useQuery({
    queryKey: ['purposes'],
    queryFn: ({ signal }) => call(listPurposes, { signal }),
    staleTime: hour,
  })
}

/** One test or package by its code. No request without a code; the previous one stays visible until this one has loaded. */
export function useTest(code: string) {
  return useQuery({
    queryKey: ['test', code],
    queryFn: ({ signal }) => call(readTest, { params: { test: code }, signal }),
    enabled: code !== '',
    placeholderData: keepPreviousData,
  })
}

export type OfferQuestion = {
  state: string
  area: string
  home: boolean
  iso: boolean
  /** Hours; 0 means any time. */
  within: number
  sort: 'price' | 'soonest' | 'name'
  page: number
  limit: number
}

/** One page of the labs that offer a test and match the filters. */
export function useOffers(code: string, { home, iso, within, ...rest }: OfferQuestion) {
  const query = {
    ...rest,
    ...(home ? { home: 'yes' as const } : {}),
    ...(iso ? { iso: 'yes' as const } : {}),
    ...(within > 0 ? { within } : {}),
  }
  return useQuery({
    queryKey: ['offers', code, query],
    queryFn: ({ signal }) => call(listTestOffers, { params: { test: code }, query, signal }),
    enabled: code !== '',
    placeholderData: keepPreviousData,
  })
}

/** The areas of a state in which a test is offered. No request before a state is chosen. */
export function useAreas(code: string, state: string) {
  return useQuery({
    queryKey: ['areas', code, state],
    queryFn: ({ signal }) => call(listAreas, { params: { test: code }, query: { state }, signal }),
    enabled: code !== '' && state !== '',
  })
}
