/** Stands for a letter that cannot be read, in an address. */
const unreadable = '%EF%BF%BD'

/**
 * The address as pages are looked up by it, so that a browser gets a page for whatever is typed: what cannot be read
 * is a letter that no page has in its name, and a NUL in the query, which no page has a use for, is left out. A call
 * of a program stays as it is, and is told what is wrong with it.
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
