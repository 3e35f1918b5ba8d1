import { readJson, tabShelf, writeJson } from './store.ts'

/** What kind of install this is. */
export type Site = { demo: boolean; paymentsConfigured: boolean }

const key = 'site'

/** True for the answer that the server gives about the install. */
export function isSite(found: unknown): found is Site {
  return typeof found === 'object' && found !== null && 'demo' in found && 'paymentsConfigured' in found
}

/** What this tab was told about the install before, or null. */
export function keptSite(): Site | null {
  const kept = readJson(tabShelf(), key)
  return isSite(kept) ? kept : null
}

/** Keeps the answer for the rest of this tab. */
export function keepSite(site: Site): void {
  writeJson(tabShelf(), key, site)
}
