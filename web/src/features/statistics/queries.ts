import { type FigurePeriod, readLabFigures } from '@labalaba/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** The statistics of a lab in a period, at one location or at all the user sees. Shows the previous while loading. */
export function useStatistics(period: FigurePeriod, location: string) {
  return useQuery({
    queryKey: ['lab-figures', period, location],
    queryFn: ({ signal }) =>
      call(readLabFigures, { query: { period, ...(location === '' ? {} : { location }) }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
}
