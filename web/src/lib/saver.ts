import { isSavingData } from './saving.ts'
import { signal } from './store.ts'

const year = '; max-age=31536000'

const changed = signal()

export const onSaverChange = changed.subscribe

/** Keeps the choice on this device for a year, as a preference and nothing else; it counts at once. */
export function saveData(on: boolean): void {
  keep(on, year)
}

/**
 * Lets what was chosen count on a page. Where the person has not chosen and the browser saves data everywhere, so do we,
 * until it is closed.
 */
export function followChoice(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (isSavingData()) mark(true)
  else if (connection?.saveData && !document.cookie.includes('data_saver=')) keep(true, '')
}

function keep(on: boolean, until: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has a cookie store
  document.cookie = `data_saver=${on ? 'on' : 'off'}; path=/; samesite=lax${until}`
  mark(on)
  changed.tell()
}

/** The style sheet looks for it. Pages that are written ahead set it by their first script. */
function mark(on: boolean): void {
  document.documentElement.toggleAttribute('data-saver', on)
}
