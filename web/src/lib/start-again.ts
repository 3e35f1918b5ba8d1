import { useQueryClient } from '@tanstack/react-query'

/** Gives up what is under way and asks afresh, even where a slow request has not been answered yet. */
export function useStartAgain() {
  const answers = useQueryClient()
  return (...subjects: string[]) => {
    for (const subject of subjects) void answers.resetQueries({ queryKey: [subject], type: 'active' })
  }
}
