import { isSite, type Site, storedSite, storeSite } from './site.ts'
import { fetchPublic } from './transport.ts'

/** Reads once per tab what kind of install this is. Returns null if it cannot be read. */
export async function readSiteOnce(): Promise<Site | null> {
  const stored = storedSite()
  if (stored) return stored
  try {
    const found = await fetchPublic('/v0/site')
    if (!isSite(found)) return null
    storeSite(found)
    return found
  } catch {
    return null
  }
}
