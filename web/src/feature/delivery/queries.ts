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

/** What came in for one's lab and could not be placed. */
export function useWaitingReports() {
  return useQuery({
    queryKey: ['deliveries', 'list'],
    queryFn: ({ signal }) => call(listWaitingReports, { signal }),
    staleTime: 3_000,
  })
}

/** How many wait; nothing is said of it while that is not known. */
export function useWaitingCount(): number {
  const { data } = useQuery({
    queryKey: ['deliveries', 'count'],
    queryFn: ({ signal }) => call(countWaitingReports, { signal }),
    staleTime: 30_000,
    retry: false,
  })
  return data?.data.waiting ?? 0
}

/** What a waiting report says. Each opening is written down: only a person's own looking is one. */
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

export async function lookAt(id: string, accession: string): Promise<Placing> {
  const { data } = await call(previewPlacing, { params: { id }, body: { accession } })
  return data
}

export async function place(id: string, accession: string): Promise<Placing> {
  const { data } = await call(placeReport, { params: { id }, body: { accession } })
  return data
}

export async function setAside(id: string, reason: string): Promise<void> {
  await call(setAsideReport, { params: { id }, body: { reason } })
}

/** What waits is another list now; what is open stays as it was read. */
export function readWaitingAgain(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: ['deliveries', 'list'] })
  void cache.invalidateQueries({ queryKey: ['deliveries', 'count'] })
}
