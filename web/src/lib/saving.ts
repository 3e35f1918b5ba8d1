/** True if the data saver is on. `data-saver.ts` stores the choice; the service worker reads it (`worker/frugal.ts`). */
export function isSavingData(): boolean {
  return document.cookie.includes('data_saver=on')
}

/** How many items of a list to request, as a query: fewer with the data saver on, else the default. */
export function listSize(): { limit?: number } {
  return isSavingData() ? { limit: 6 } : {}
}
