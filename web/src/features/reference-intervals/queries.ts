import {
  acceptClinicalLimits,
  type LabInterval,
  type MeasuredLine,
  readClinicalLimits,
  readIntervals,
  setIntervals,
} from '@labalaba/contract'
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** The reference intervals of the lab's tests: one page of the lines that match a search. */
export function useIntervals(search: string, page: number) {
  return useQuery({
    queryKey: ['lab-intervals', search, page],
    queryFn: ({ signal }) => call(readIntervals, { query: { search, page: String(page) }, signal }),
    placeholderData: keepPreviousData,
  })
}

type Wished = {
  readonly own: readonly LabInterval[]
  readonly reportIn: string | null
  readonly method: string
}

/** Replaces the lab's intervals of a line, in this unit, and its method, if they have not changed since they were shown. */
export async function saveIntervals(
  { id, set, unit, method: seen }: MeasuredLine,
  { own, reportIn, method }: Wished,
): Promise<void> {
  await call(setIntervals, {
    params: { analyte: String(id) },
    body: {
      ...{ own: [...own], seen: set?.at ?? null, unit, method: { seen, to: method.trim() } },
      ...(reportIn !== null && { reportIn }),
    },
  })
}

export async function forgetIntervals(cache: QueryClient): Promise<void> {
  await cache.invalidateQueries({ queryKey: ['lab-intervals'] })
}

/** The clinical limits for the lab's tests, and whether the lab has accepted them. */
export function useClinicalLimits() {
  return useQuery({
    queryKey: ['clinical-limits'],
    queryFn: ({ signal }) => call(readClinicalLimits, { signal }),
  })
}

export async function acceptLimits(edition: string): Promise<void> {
  await call(acceptClinicalLimits, { body: { edition } })
}

export async function forgetLimits(cache: QueryClient): Promise<void> {
  await cache.invalidateQueries({ queryKey: ['clinical-limits'] })
}
