import type { FastifyInstance } from 'fastify'

/** Replaces a service worker that is switched off: deletes its caches and unregisters itself. */
export const undoing = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(forget()))
async function forget() {
  for (const name of await caches.keys()) if (name.startsWith('labalaba-')) await caches.delete(name)
  await self.registration.unregister()
}
`

/**
 * Serves the service worker that opens pages without a network. Browsers revalidate it each time, so none runs an old one.
 * If it is switched off, browsers that have one get another that removes it.
 */
export function serveWorker(fastify: FastifyInstance, isWanted: boolean): void {
  fastify.get('/sw.js', { config: { rateLimit: false } }, (_, reply) => {
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8')
    return isWanted ? reply.sendFile('sw.js', { cacheControl: false }) : reply.send(undoing)
  })
}
