import * as copy from '../../copy/labs.ts'
import { plural } from '../../lib/fill.ts'

/** How many labs there are, and which of them are on this page. */
export function countWords(total: number, page: number, limit: number, q: string): string {
  if (total <= limit) return q === '' ? plural(copy.labs, total) : plural(copy.foundFor, total, { q })
  const part = { first: (page - 1) * limit + 1, last: Math.min(page * limit, total) }
  return q === '' ? plural(copy.foundPart, total, part) : plural(copy.foundPartFor, total, { q, ...part })
}
