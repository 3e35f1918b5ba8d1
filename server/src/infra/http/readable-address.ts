/** Replaces a character that cannot be decoded, in an address. */
const unreadable = '%EF%BF%BD'

/**
 * The address in the form for looking up pages, so that a browser gets a page for any typed address. Parts that cannot be
 * decoded are replaced by a character that no page name contains, and a NUL in the query is removed. API calls keep their
 * address, so that they get an error for it.
 */
export function readableAddress({ url = '/' }: { readonly url?: string | undefined }): string {
  if (!url.includes('%') || url.startsWith('/v0')) return url
  const end = url.indexOf('?')
  const [path, query] = end < 0 ? [url, ''] : [url.slice(0, end), url.slice(end)]
  const readable = path.replace(/(%[\da-f]{2})+|%/gi, (letters) =>
    canBeRead(letters) ? letters : unreadable,
  )
  return readable + query.replaceAll('%00', '')
}

function canBeRead(letters: string): boolean {
  try {
    return !decodeURIComponent(letters).includes('\0')
  } catch {
    return false
  }
}
