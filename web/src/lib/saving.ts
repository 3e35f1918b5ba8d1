/** True where data is saved on this device. The choice is kept by `saver.ts`; the worker reads it too (`worker/frugal.ts`). */
export function isSavingData(): boolean {
  return document.cookie.includes('data_saver=on')
}
