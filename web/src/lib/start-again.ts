import { useQueryClient } from '@tanstack/react-query'

/** Resets the queries of these subjects and requests them again, even while a slow request is running. */
export function useStartAgain() {
  const answers = useQueryClient()
  return (...subjects: string[]) => {
    for (const subject of subjects) void answers.resetQueries({ queryKey: [subject], type: 'active' })
  }
}
