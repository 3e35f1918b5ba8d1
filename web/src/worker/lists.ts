/*
 * The two lists that users start with, as the network last returned them. They are the same for all users once the
 * favourites of the requesting account are removed. A response from here carries its time, and the page shows it.
 */

const cacheName = 'labalaba-lists'

/** Only the first page of each list. A search, or a later page, is personal and not stored. */
const firstPages = ['/v0/listAllLabs.php?page=1', '/v0/tests?page=1']
const offlineLists = [...firstPages, ...firstPages.map((one) => `${one}&limit=6`), '/v0/purposes']

/** How long the network has before the stored copy is shown, in milliseconds. */
const patience = 8000

/** Prices older than this are useless and not shown, in milliseconds. */
const oldest = 7 * 24 * 60 * 60 * 1000

/** The page reads this header of a response: when the network returned it. */
const storedAtHeader = 'x-kept-at'

export function isList(url: URL): boolean {
  return offlineLists.includes(url.pathname + url.search)
}

/** The list from the network; if that does not respond in time, the stored copy. */
export async function openList(request: Request, isLastingUntil: (work: Promise<unknown>) => void) {
  const response = fetch(request).then((answer) => {
    if (answer.ok) isLastingUntil(store(request.url, answer.clone()))
    return answer
  })
  const before = await find(request.url)
  if (!before) return await response
  const late = new Promise<Response>((resolve) => setTimeout(resolve, patience, before))
  return await Promise.race([response, late]).catch(() => before)
}

async function store(url: string, answer: Response): Promise<void> {
  const found: { data?: unknown } = await answer.json()
  const data = Array.isArray(found.data) ? found.data.map(withoutFavourite) : found.data
  const headers = { 'content-type': 'application/json', [storedAtHeader]: new Date().toISOString() }
  const cache = await caches.open(cacheName)
  await cache.put(url, new Response(JSON.stringify({ ...found, data }), { headers }))
}

function withoutFavourite(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'isFavorite' in item
    ? { ...item, isFavorite: false }
    : item
}

async function find(url: string): Promise<Response | undefined> {
  const found = await caches.match(url, { cacheName })
  const at = Date.parse(found?.headers.get(storedAtHeader) ?? '')
  return Date.now() - at < oldest ? found : undefined
}
