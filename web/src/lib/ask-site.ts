import { isSite, keepSite, keptSite, type Site } from './site.ts'
import { askPublic } from './transport.ts'

/** Reads once per tab what kind of install this is. Returns null if it cannot be read. */
export async function readSiteOnce(): Promise<Site | null> {
  const kept = keptSite()
  if (kept) return kept
  try {
    const found = await askPublic('/v0/site')
    if (!isSite(found)) return null
    keepSite(found)
    return found
  } catch {
    return null
  }
}
