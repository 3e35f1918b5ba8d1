import { readJson, tabShelf, writeJson } from './store.ts'

/** The kind of install: whether it is a demo, and whether payments are configured. */
export type Site = { demo: boolean; paymentsConfigured: boolean }

const key = 'site'

/** True for the server's description of the install. */
export function isSite(found: unknown): found is Site {
  return typeof found === 'object' && found !== null && 'demo' in found && 'paymentsConfigured' in found
}

/** The description of the install that this tab stores, or null. */
export function storedSite(): Site | null {
  const stored = readJson(tabShelf(), key)
  return isSite(stored) ? stored : null
}

/** Stores the description until the tab is closed. */
export function storeSite(site: Site): void {
  writeJson(tabShelf(), key, site)
}
