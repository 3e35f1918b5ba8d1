import { type LabInterval, type MeasuredLine, readIntervals, setIntervals } from '@labalaba/contract'
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { ApiFailure, call } from '../../lib/api.ts'

/** What the lab's tests are measured by, a page of the lines that words are found in. */
export function useIntervals(search: string, page: number) {
  return useQuery({
    queryKey: ['lab-intervals', search, page],
    queryFn: ({ signal }) => call(readIntervals, { query: { search, page: String(page) }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Makes the lab's own intervals of a line just these, in place of what the screen showed. */
export async function saveIntervals(
  { id, set, unit }: MeasuredLine,
  own: readonly LabInterval[],
): Promise<void> {
  await call(setIntervals, {
    params: { analyte: String(id) },
    body: { own: [...own], seen: set?.at ?? null, unit },
  })
}

export async function forgetIntervals(cache: QueryClient): Promise<void> {
  await cache.invalidateQueries({ queryKey: ['lab-intervals'] })
}

/** What of the intervals the server did not take, by their number. */
export function wrongOnes(failure: unknown): Readonly<Record<string, string>> {
  return failure instanceof ApiFailure && failure.code === 'invalid' ? (failure.fields ?? {}) : {}
}
