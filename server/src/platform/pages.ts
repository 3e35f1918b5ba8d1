import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** The built pages of the web app. */
export const builtPages = join(import.meta.dirname, '../../../web/dist')

/** Pages that are HTML before any script runs, by their address. */
const prerendered = new Map([
  ['/', 'index.html'],
  ['/privacy-policy', 'privacy-policy.html'],
  ['/terms-of-use', 'terms-of-use.html'],
])

/** Addresses that the app draws by itself. Anything else is not found, and says so with its status too. */
const drawn = [
  /^\/auth(\/login|\/(signup|otp|forgot-password|reset-password)\/(user|doctor))?$/,
  /^\/(visitor|doctor|lab|under-construction)$/,
  /^\/explore\/labs$/,
  /^\/labs\/[^/]+$/,
  /^\/cart$/,
  /^\/orders(\/[^/]+)?$/,
  /^\/pay\/[^/]+$/,
  /^\/payment\/return$/,
]

/** Pages that nobody may keep or index. */
const secret = /^\/(pay|payment|orders)\b/

/**
 * Serves the built web app: fingerprinted files for ever, pages fresh each time. `onReturn` hears of a payer who comes
 * back, so that the check with Paystack begins before the page has loaded.
 */
export async function servePages(
  fastify: FastifyInstance,
  onReturn: (reference: string) => void,
): Promise<void> {
  if (!existsSync(join(builtPages, 'app.html'))) return
  await fastify.register(fastifyStatic, { root: builtPages, serve: false, preCompressed: true })
  await fastify.register(async (assets) => {
    await assets.register(fastifyStatic, {
      root: join(builtPages, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: '1y',
      decorateReply: false,
      index: false,
    })
  })
  fastify.get<{ Querystring: { reference?: unknown } }>(
    '/payment/return',
    { config: { rateLimit: {} } },
    async (request, reply) => {
      if (typeof request.query.reference === 'string') onReturn(request.query.reference)
      return sendPage(reply, '/payment/return')
    },
  )
  fastify.get('/*', { config: { rateLimit: false } }, async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    if (path === '/v0' || path.startsWith('/v0/')) return reply.callNotFound()
    if (/^\/[\w.-]+\.(svg|png|ico|webmanifest|txt|woff2)$/.test(path))
      return reply.header('cache-control', 'public, max-age=86400').sendFile(path.slice(1))
    return sendPage(reply, path)
  })
}

function sendPage(reply: FastifyReply, path: string): FastifyReply {
  if (secret.test(path)) reply.header('x-robots-tag', 'noindex').header('cache-control', 'no-store')
  else reply.header('cache-control', 'no-cache')
  const page = prerendered.get(path)
  if (page) return reply.sendFile(page, { cacheControl: false })
  if (drawn.some((pattern) => pattern.test(path))) return reply.sendFile('app.html', { cacheControl: false })
  return reply.status(404).sendFile('404.html', { cacheControl: false })
}
