import { isSavingData } from './saving.ts'
import { signal } from './store.ts'

const year = '; max-age=31536000'

const changed = signal()

export const onSaverChange = changed.subscribe

/** Stores the choice on this device for a year, as a preference only; it applies immediately. */
export function saveData(on: boolean): void {
  save(on, year)
}

/**
 * Applies the stored choice to a page. If the user has not chosen and the browser saves data everywhere, we save data
 * too, until the browser is closed.
 */
export function followChoice(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (isSavingData()) mark(true)
  else if (connection?.saveData && !document.cookie.includes('data_saver=')) save(true, '')
}

function save(on: boolean, until: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has a cookie store
  document.cookie = `data_saver=${on ? 'on' : 'off'}; path=/; samesite=lax${until}`
  mark(on)
  changed.tell()
}

/** Sets the attribute that the style sheet reads. On prerendered pages their first script sets it. */
function mark(on: boolean): void {
  document.documentElement.toggleAttribute('data-saver', on)
}
