import { type FigurePeriod, readLabFigures } from '@labalaba/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** How a lab does in a period, at one location or at all that one sees. What stood there stays until the next has come. */
export function useFigures(period: FigurePeriod, location: string) {
  return useQuery({
    queryKey: ['lab-figures', period, location],
    queryFn: ({ signal }) =>
      call(readLabFigures, { query: { period, ...(location === '' ? {} : { location }) }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
}
