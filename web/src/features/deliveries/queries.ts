import {
  countWaitingReports,
  listWaitingReports,
  openWaitingReport,
  type Placing,
  placeReport,
  previewPlacing,
  setAsideReport,
} from '@labalaba/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** The delivered reports of the user's lab that could not be placed. */
export function useWaitingReports() {
  return useQuery({
    queryKey: ['deliveries', 'list'],
    queryFn: ({ signal }) => call(listWaitingReports, { signal }),
    staleTime: 3_000,
  })
}

/** How many reports wait; 0 while unknown. */
export function useWaitingCount(): number {
  const { data } = useQuery({
    queryKey: ['deliveries', 'count'],
    queryFn: ({ signal }) => call(countWaitingReports, { signal }),
    staleTime: 30_000,
    retry: false,
  })
  return data?.data.waiting ?? 0
}

/** The content of a waiting report. The server logs each opening, so it is never refetched automatically. */
export function useOpened(id: string) {
  return useQuery({
    queryKey: ['deliveries', 'opened', id],
    queryFn: ({ signal }) => call(openWaitingReport, { params: { id }, signal }),
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

export async function findReportPlace(id: string, accession: string): Promise<Placing> {
  const { data } = await call(previewPlacing, { params: { id }, body: { accession } })
  return data
}

export async function placeInOrder(id: string, accession: string): Promise<Placing> {
  const { data } = await call(placeReport, { params: { id }, body: { accession } })
  return data
}

export async function setAside(id: string, reason: string): Promise<void> {
  await call(setAsideReport, { params: { id }, body: { reason } })
}

/** Reloads the list of waiting reports; an open report stays as it was read. */
export function readWaitingAgain(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: ['deliveries', 'list'] })
  void cache.invalidateQueries({ queryKey: ['deliveries', 'count'] })
}
