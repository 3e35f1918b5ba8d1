import { isSite, keepSite, keptSite, type Site } from './site.ts'
import { askPublic } from './transport.ts'

/** Asks once a tab what kind of install this is; null where nobody answers. */
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
