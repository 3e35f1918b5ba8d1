import { downloadLabStatement, printLabStatement, readLabStatement } from '@labalaba/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiFailure, call } from '../../lib/api.ts'
import { saveFile } from '../../lib/save-file.ts'

/** A month of the lab's own account. The month before stays in sight until the next has come. */
export function useLabStatement(month: string) {
  return useQuery({
    queryKey: ['lab-statement', month],
    queryFn: ({ signal }) => call(readLabStatement, { query: { month }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
}

/** Lets the browser save a month as a file for a spreadsheet. */
export async function saveLabStatement(month: string): Promise<void> {
  await saveFile(downloadLabStatement, null, { month })
}

/** The same on paper. */
export async function savePrintedStatement(month: string): Promise<void> {
  await saveFile(printLabStatement, null, { month })
}

/** True where they manage some of its locations only. */
export function isOfWholeLab(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.code === 'not_your_duty'
}
