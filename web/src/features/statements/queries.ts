import { downloadLabStatement, printLabStatement, readLabStatement } from '@labalaba/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiFailure, call } from '../../lib/api.ts'
import { saveFile } from '../../lib/save-file.ts'

/** A month of the lab's own account. The previous month stays visible until the next one arrives. */
export function useLabStatement(month: string) {
  return useQuery({
    queryKey: ['lab-statement', month],
    queryFn: ({ signal }) => call(readLabStatement, { query: { month }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
}

/** Saves a month as a spreadsheet file. */
export async function saveLabStatement(month: string): Promise<void> {
  await saveFile(downloadLabStatement, null, { month })
}

/** Saves a month as a printable file. */
export async function savePrintedStatement(month: string): Promise<void> {
  await saveFile(printLabStatement, null, { month })
}

/** True if the user manages only some of the lab's locations. */
export function isOfWholeLab(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.code === 'not_your_duty'
}
