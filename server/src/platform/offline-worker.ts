import type { FastifyInstance } from 'fastify'

/** Takes the place of a worker that is not wanted any more: forgets what was kept, and then itself. */
export const undoing = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(forget()))
async function forget() {
  for (const name of await caches.keys()) if (name.startsWith('labalaba-')) await caches.delete(name)
  await self.registration.unregister()
}
`

/**
 * Serves what opens pages without a network, never an old one: a browser asks for it anew each time. Where it is switched
 * off, whoever has one gets another that ends it.
 */
export function serveWorker(fastify: FastifyInstance, isWanted: boolean): void {
  fastify.get('/sw.js', { config: { rateLimit: false } }, (_, reply) => {
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8')
    return isWanted ? reply.sendFile('sw.js', { cacheControl: false }) : reply.send(undoing)
  })
}
