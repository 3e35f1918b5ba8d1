import { clientsClaim, setCacheNameDetails } from 'workbox-core'
import type { RouteHandlerCallback } from 'workbox-core/types.js'
import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, PrecacheController } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies'
import { isDataDear } from './frugal.ts'
import { dropOldKits, inKits, isKit, keepKit, renewKits, shellCache } from './kits.ts'
import { isList, openList } from './lists.ts'

/*
 * Stands between the pages and the network once it has been fetched, so that pages open without one. It keeps files,
 * pages and lists that are the same for everybody. No other answer of the server is kept: they are about people.
 */

declare const self: ServiceWorkerGlobalScope

/** Filled in when the product is built: what this version is called, its empty page, and what that needs. */
declare const __VERSION__: string
declare const __SHELL__: { readonly url: string; readonly revision: string }
declare const __SHELL_FILES__: readonly string[]
declare const __WRITTEN__: readonly string[]

/** How long the network has before what is kept is shown instead, in seconds. */
const patience = 4

const monthInSeconds = 30 * 24 * 60 * 60

setCacheNameDetails({ prefix: 'labalaba' })
clientsClaim()
cleanupOutdatedCaches()

/** The empty page is 2 kB; its files are 120, of which the browser has most already. Where data is dear they are kept when they are used. */
const shell = new PrecacheController()
shell.addToCacheList([__SHELL__])
const shellFiles = new PrecacheController({ cacheName: shellCache })
shellFiles.addToCacheList(__SHELL_FILES__.map((url) => ({ url, revision: null })))

const pagesName = 'labalaba-pages'

const written = new NetworkFirst({
  cacheName: pagesName,
  networkTimeoutSeconds: patience,
  // What stands behind a question mark changes nothing of a page that is the same for all.
  plugins: [
    { cacheKeyWillBeUsed: async ({ request }) => request.url.replace(/[?#].*$/, '') },
    new ExpirationPlugin({ maxEntries: 12, purgeOnQuotaError: true }),
  ],
})
const drawn = new NetworkOnly({ networkTimeoutSeconds: patience })

/** A page: as the network has it, else as it was, else the empty one, which draws itself from the files that are here. */
const openPage: RouteHandlerCallback = async (asked) => {
  try {
    return await (__WRITTEN__.includes(asked.url.pathname) ? written : drawn).handle(asked)
  } catch {
    return (await shell.matchPrecache(__SHELL__.url)) ?? Response.error()
  }
}
registerRoute(new NavigationRoute(openPage, { denylist: [/^\/(v0|dev)\//, /\.\w+$/] }))

const used = new CacheFirst({
  cacheName: 'labalaba-files',
  plugins: [
    new ExpirationPlugin({ maxEntries: 150, maxAgeSeconds: 2 * monthInSeconds, purgeOnQuotaError: true }),
  ],
})

/** A file whose name changes with what is in it: kept once it was used. */
const openFile: RouteHandlerCallback = async (asked) =>
  (await shellFiles.matchPrecache(asked.request)) ??
  (await inKits(asked.request)) ??
  (await used.handle(asked))
registerRoute(
  ({ url }) => url.origin === self.location.origin && url.pathname.startsWith('/assets/'),
  openFile,
)
registerRoute(
  ({ url }) => url.origin === self.location.origin && url.pathname === '/favicon.svg',
  async ({ request }) => (await shellFiles.matchPrecache(request)) ?? (await fetch(request)),
)

async function install(event: ExtendableEvent): Promise<void> {
  await shell.install(event)
  if (!(await isDataDear())) await shellFiles.install(event)
  await renewKits()
}

self.addEventListener('install', (event) => event.waitUntil(install(event)))
// A page that was kept names the scripts of its own version, which this one may not have.
self.addEventListener('activate', (event) =>
  event.waitUntil(
    Promise.all([shell.activate(event), shellFiles.activate(event), dropOldKits(), caches.delete(pagesName)]),
  ),
)

registerRoute(
  ({ url }) => url.origin === self.location.origin && isList(url),
  ({ request, event }) => openList(request, (work) => event.waitUntil(work)),
)

self.addEventListener('message', (event) => {
  const { data, ports } = event
  const answer = (words: unknown) => ports[0]?.postMessage(words)
  if (data?.ask === 'version') answer(__VERSION__)
  if (data?.ask === 'take over') event.waitUntil(self.skipWaiting())
  if (data?.ask === 'keep' && isKit(data.kit))
    event.waitUntil(keepKit(data.kit).then(answer).then(dropOldKits))
})
