import { isSavingData } from './saving.ts'

/** How many items of a list to request, as a query: fewer with the data saver on, else the default. */
export function listSize(): { limit?: number } {
  return isSavingData() ? { limit: 6 } : {}
}
