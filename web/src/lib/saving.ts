/** True if the data saver is on. `data-saver.ts` stores the choice; the service worker reads it (`worker/frugal.ts`). */
export function isSavingData(): boolean {
  return document.cookie.includes('data_saver=on')
}
