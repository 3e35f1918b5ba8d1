import { clientsClaim, setCacheNameDetails } from 'workbox-core'
import type { RouteHandlerCallback } from 'workbox-core/types.js'
import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, PrecacheController } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies'
import { isDataDear } from './frugal.ts'
import { dropOldKits, inKits, isKit, renewKits, shellCache, storeKit } from './kits.ts'
import { isList, openList } from './lists.ts'

/*
 * Runs between the pages and the network once it is installed, so that pages open without a network. It stores files,
 * pages and lists that are the same for all users. No other response of the server is stored: they contain personal
 * data.
 */

declare const self: ServiceWorkerGlobalScope

/** Filled in at build time: the name of this version, its empty page with the files it needs, and the prerendered pages. */
declare const __VERSION__: string
declare const __SHELL__: { readonly url: string; readonly revision: string }
declare const __SHELL_FILES__: readonly string[]
declare const __WRITTEN__: readonly string[]

/** How long the network has before the stored copy is shown instead, in seconds. */
const patience = 4

const monthInSeconds = 30 * 24 * 60 * 60

setCacheNameDetails({ prefix: 'labalaba' })
clientsClaim()
cleanupOutdatedCaches()

/**
 * The empty page is 2 kB; its files are 120 kB, most of which the browser has already. Where data is expensive they are
 * stored only when they are used.
 */
const shell = new PrecacheController()
shell.addToCacheList([__SHELL__])
const shellFiles = new PrecacheController({ cacheName: shellCache })
shellFiles.addToCacheList(__SHELL_FILES__.map((url) => ({ url, revision: null })))

const pagesName = 'labalaba-pages'

const written = new NetworkFirst({
  cacheName: pagesName,
  networkTimeoutSeconds: patience,
  // A query after the question mark does not change a page that is the same for all users.
  plugins: [
    { cacheKeyWillBeUsed: async ({ request }) => request.url.replace(/[?#].*$/, '') },
    new ExpirationPlugin({ maxEntries: 12, purgeOnQuotaError: true }),
  ],
})
const drawn = new NetworkOnly({ networkTimeoutSeconds: patience })

/** A page: from the network, else its stored copy, else the empty page, which renders itself from the stored files. */
const openPage: RouteHandlerCallback = async (options) => {
  try {
    return await (__WRITTEN__.includes(options.url.pathname) ? written : drawn).handle(options)
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

/** A file whose name changes with its content: stored once it has been used. */
const openFile: RouteHandlerCallback = async (options) =>
  (await shellFiles.matchPrecache(options.request)) ??
  (await inKits(options.request)) ??
  (await used.handle(options))
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
// A stored page names the scripts of its own version, which this version may not have.
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
    event.waitUntil(storeKit(data.kit).then(answer).then(dropOldKits))
})
