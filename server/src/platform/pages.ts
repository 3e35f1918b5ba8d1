import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

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
 * Serves the built web app: fingerprinted files for ever, pages fresh each time; a page's address has no slash at its
 * end. `onReturn` hears of a payer who comes back, so that the check with Paystack begins before the page has loaded.
 */
export async function servePages(
  fastify: FastifyInstance,
  onReturn: (reference: string) => void,
  folder = builtPages,
): Promise<void> {
  if (!existsSync(join(folder, 'app.html'))) return
  await fastify.register(fastifyStatic, { root: folder, serve: false, preCompressed: true })
  await fastify.register(async (assets) => {
    await assets.register(fastifyStatic, {
      root: join(folder, 'assets'),
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
      return sendPage(request, reply)
    },
  )
  fastify.get('/*', { config: { rateLimit: false } }, async (request, reply) => {
    const { path } = addressOf(request)
    if (path === '/v0' || path.startsWith('/v0/')) return reply.callNotFound()
    if (/^\/[\w.-]+\.(svg|png|ico|webmanifest|txt|woff2)$/.test(path))
      return reply.header('cache-control', 'public, max-age=86400').sendFile(path.slice(1), asTold)
    return sendPage(request, reply)
  })
}

function sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { path, search } = addressOf(request)
  const bare = withoutLastSlashes(path)
  const page = pageAt(bare)
  if (!page) return reply.status(404).header('cache-control', 'no-store').sendFile('404.html', asTold)
  if (secret.test(bare)) reply.header('x-robots-tag', 'noindex').header('cache-control', 'no-store')
  else reply.header('cache-control', 'no-cache')
  return bare === path ? reply.sendFile(page, asTold) : reply.redirect(bare + search, 308)
}

/** The header that we set says how long an answer is kept. */
const asTold = { cacheControl: false }

function pageAt(path: string): string | undefined {
  return prerendered.get(path) ?? (drawn.some((pattern) => pattern.test(path)) ? 'app.html' : undefined)
}

function addressOf({ url }: FastifyRequest): { path: string; search: string } {
  const end = url.indexOf('?')
  return end < 0 ? { path: url, search: '' } : { path: url.slice(0, end), search: url.slice(end) }
}

function withoutLastSlashes(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}
