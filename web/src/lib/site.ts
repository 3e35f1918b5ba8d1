import { readJson, tabShelf, writeJson } from './store.ts'
import { askPublic } from './transport.ts'

/** What kind of install this is. */
export type Site = { demo: boolean; paymentsConfigured: boolean }

const key = 'site'

function isSite(found: unknown): found is Site {
  return typeof found === 'object' && found !== null && 'demo' in found && 'paymentsConfigured' in found
}

/** Asks once a tab what kind of install this is; null where nobody answers. */
export async function readSiteOnce(): Promise<Site | null> {
  const kept = readJson(tabShelf(), key)
  if (isSite(kept)) return kept
  try {
    const found = await askPublic('/v0/site')
    if (!isSite(found)) return null
    writeJson(tabShelf(), key, found)
    return found
  } catch {
    return null
  }
}
