import { isSavingData } from './saving.ts'

/** How much of a list is asked for at once, as its query says it; nothing for the usual. */
export function listSize(): { limit?: number } {
  return isSavingData() ? { limit: 6 } : {}
}
