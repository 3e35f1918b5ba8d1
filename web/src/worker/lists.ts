/*
 * The two lists that people begin with, as the network had them last: the same for everybody, once the favourites of
 * whoever asked are taken out. An answer from here says of when it is, and the page says so too.
 */

const cacheName = 'labalaba-lists'

/** Only as they are opened first. What somebody searched for, or a later page, is theirs and not kept. */
const firstPages = ['/v0/listAllLabs.php?page=1', '/v0/tests?page=1']
const kept = [...firstPages, ...firstPages.map((one) => `${one}&limit=6`), '/v0/purposes']

/** How long the network has before what is kept is shown, in milliseconds. */
const patience = 8000

/** Prices older than this are of no use to anybody, in milliseconds. */
const oldest = 7 * 24 * 60 * 60 * 1000

/** The page reads this of an answer: when the network had it. */
const keptAt = 'x-kept-at'

export function isList(url: URL): boolean {
  return kept.includes(url.pathname + url.search)
}

/** As the network has it; where that does not answer in time, as it was. */
export async function openList(request: Request, isLastingUntil: (work: Promise<unknown>) => void) {
  const asked = fetch(request).then((answer) => {
    if (answer.ok) isLastingUntil(keep(request.url, answer.clone()))
    return answer
  })
  const before = await find(request.url)
  if (!before) return await asked
  const late = new Promise<Response>((resolve) => setTimeout(resolve, patience, before))
  return await Promise.race([asked, late]).catch(() => before)
}

async function keep(url: string, answer: Response): Promise<void> {
  const found: { data?: unknown } = await answer.json()
  const data = Array.isArray(found.data) ? found.data.map(withoutFavourite) : found.data
  const headers = { 'content-type': 'application/json', [keptAt]: new Date().toISOString() }
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
  const at = Date.parse(found?.headers.get(keptAt) ?? '')
  return Date.now() - at < oldest ? found : undefined
}
