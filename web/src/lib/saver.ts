import { signal } from './store.ts'

const year = '; max-age=31536000'

const changed = signal()

export const onSaverChange = changed.subscribe

/** Keeps the choice on this device for a year, as a preference and nothing else; it counts at once. */
export function saveData(on: boolean): void {
  keep(on, year)
}

/** Where the person has not chosen and the browser saves data everywhere, so do we, until it is closed. */
export function followBrowser(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData && !document.cookie.includes('data_saver=')) keep(true, '')
}

function keep(on: boolean, until: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has a cookie store
  document.cookie = `data_saver=${on ? 'on' : 'off'}; path=/; samesite=lax${until}`
  // The style sheet looks for this mark, which each page has from its first script on.
  document.documentElement.toggleAttribute('data-saver', on)
  changed.tell()
}
