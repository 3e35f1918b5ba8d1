import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { brand } from '@labalaba/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { type FilledFiles, openFilledFiles } from '../files/filled-files.ts'
import { filePolicy, needlessWithFiles } from './headers.ts'
import { serveWorker } from './offline-worker.ts'

/** The built pages of the web app. */
export const builtPages = join(import.meta.dirname, '../../../../web/dist')

/** Pages that are prerendered as HTML, by their address. */
const prerendered = new Map([
  ['/', 'index.html'],
  ['/visitor', 'visitor.html'],
  ['/doctor', 'doctor.html'],
  ['/lab', 'lab.html'],
  ['/download', 'download.html'],
  ['/auth/login', 'login.html'],
  ['/privacy-policy', 'privacy-policy.html'],
  ['/terms-of-use', 'terms-of-use.html'],
])

/** Addresses that the app renders in the browser. Any other address is not found, with status 404. */
const appPages = [
  /^\/auth(\/invitation|\/(signup|otp|forgot-password|reset-password|login-link)\/(user|doctor))?$/,
  /^\/(track|delete-account|under-construction)$/,
  /^\/explore\/(labs|tests(\/[^/]+)?)$/,
  /^\/(featured|centers|center\/list|single\/test|package\/test)$/,
  /^\/dev\/design$/,
  /^\/labs\/[^/]+$/,
  /^\/cart$/,
  /^\/orders(\/[^/]+(\/results)?)?$/,
  /^\/results$/,
  /^\/verify(\/[^/]+)?$/,
  /^\/shared\/[^/]+$/,
  /^\/portal\/lab(\/orders\/[^/]+(\/results)?)?$/,
  /^\/portal\/lab\/(receive|hours|visits|pause|intervals)$/,
  /^\/portal\/lab\/prices(\/changes\/[^/]+)?$/,
  /^\/portal\/lab\/(statements|figures)$/,
  /^\/portal\/lab\/(systems|handovers|unplaced(\/[^/]+)?)$/,
  /^\/wallet$/,
  /^\/people$/,
  /^\/settings\/(notices|doctors|logins)$/,
  /^\/(consent|undo-change)$/,
  /^\/portal\/doctor(\/(patients|licence|sets(\/[^/]+)?))?$/,
  /^\/operator\/(cases|licences|staff|visits)$/,
  /^\/portal\/phlebotomist$/,
  /^\/pay\/[^/]+$/,
  /^\/payment\/return$/,
]

/** Of those, the ones that users often open directly: their file loads the scripts of the page immediately. */
const openedDirectly = [
  { address: /^\/pay\/[^/]+$/, file: 'shell-pay.html' },
  { address: /^\/explore\/labs$/, file: 'shell-explore.html' },
  { address: /^\/labs\/[^/]+$/, file: 'shell-lab.html' },
  { address: /^\/cart$/, file: 'shell-cart.html' },
]

/** The design page of a demonstration; it does not exist elsewhere. */
const demoOnly = /^\/dev\/design\/*$/

/** Pages that must not be cached or indexed. */
const privatePages =
  /^\/(pay|payment|orders|results|people|wallet|settings|consent|undo-change|operator|verify|shared|portal)\b/

/** The rendered screens that search engines may list. The others are empty without an account. */
const listed = /^\/(auth|auth\/signup\/(user|doctor)|track)$/

/** The files without which people would get errors instead of pages. */
const neededFiles = [
  'app.html',
  '404.html',
  'robots.txt',
  'sitemap.xml',
  'sw.js',
  ...prerendered.values(),
  ...openedDirectly.map(({ file }) => file),
]

/** The pages are not built, or not completely. The message says what to do. */
export class PagesMissing extends Error {
  override name = 'PagesMissing'
}

/** Throws PagesMissing if a file of the built web app is not in the folder. */
export function refuseWithoutPages(folder = builtPages): void {
  const missing = neededFiles.filter((file) => !existsSync(join(folder, file)))
  if (missing.length === 0) return
  const named = missing.slice(0, 3).join(', ')
  const more = missing.length > 3 ? ` and ${missing.length - 3} more files` : ''
  throw new PagesMissing(
    `The pages of the site are not built: ${folder} has no ${named}${more}. Run \`npm run build\`, or copy the ` +
      'folder web/dist of the release again, then start. A process with ROLE=worker needs no pages.',
  )
}

type PagesToServe = {
  readonly demo: boolean
  /** Called when a payer returns, so that the check with Paystack begins before the page has loaded. */
  readonly onReturn: (reference: string, address: string) => void
  /** The public address of this product, without a slash at its end. */
  readonly publicUrl: string
  /** The address of the operator's form for deleting an account; if empty, the app's own page is used. */
  readonly deletionForm?: string
  readonly folder?: string
  /** Whether browsers may store pages, to open them without a network. */
  readonly offline?: boolean
}

/**
 * Serves the built web app: fingerprinted files are cached for ever, pages are revalidated each time. The address of a page
 * has no slash at its end.
 */
export async function servePages(
  fastify: FastifyInstance,
  {
    demo,
    onReturn,
    publicUrl,
    deletionForm = brand.deletionFormLink,
    folder = builtPages,
    offline = true,
  }: PagesToServe,
): Promise<void> {
  if (deletionForm !== '')
    fastify.get('/delete-account', { config: { rateLimit: false } }, (_, reply) =>
      reply.header('cache-control', 'no-store').redirect(deletionForm, 302),
    )
  if (!existsSync(join(folder, 'app.html'))) return
  const filled = openFilledFiles(folder, publicUrl)
  await fastify.register(fastifyStatic, { root: folder, serve: false, preCompressed: true })
  serveWorker(fastify, offline)
  await fastify.register(async (assets) => {
    await assets.register(fastifyStatic, {
      // A page opened before the last build may still request its earlier files.
      root: [join(folder, 'assets'), join(folder, 'earlier')].filter((one) => existsSync(one)),
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: '1y',
      decorateReply: false,
      index: false,
    })
    assets.addHook('onSend', withFewHeaders)
  })
  fastify.get<{ Querystring: { reference?: unknown } }>(
    '/payment/return',
    { config: { rateLimit: {} } },
    async (request, reply) => {
      if (typeof request.query.reference === 'string') onReturn(request.query.reference, request.ip)
      return sendPage(filled, request, reply)
    },
  )
  fastify.get('/*', { config: { rateLimit: false } }, async (request, reply) => {
    const { path } = addressOf(request)
    if (path === '/v0' || path.startsWith('/v0/')) return reply.callNotFound()
    if (path === '/robots.txt' || path === '/sitemap.xml')
      return filled.send(path.slice(1), request, reply.header('cache-control', 'public, max-age=86400'))
    if (/^\/[\w.-]+\.(svg|png|ico|webmanifest|txt|woff2)$/.test(path))
      return reply.header('cache-control', 'public, max-age=86400').sendFile(path.slice(1), ownCacheControl)
    return demoOnly.test(path) && !demo
      ? sendNotFound(filled, request, reply)
      : sendPage(filled, request, reply)
  })
}

async function sendPage(
  filled: FilledFiles,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { path, search } = addressOf(request)
  const bare = withoutLastSlashes(path)
  const written = prerendered.get(bare)
  const isAppPage = appPages.some((pattern) => pattern.test(bare))
  if (!written && !isAppPage) return sendNotFound(filled, request, reply)
  if (bare !== path) return reply.header('cache-control', 'no-cache').redirect(bare + search, 308)
  reply.header('cache-control', privatePages.test(bare) ? 'no-store' : 'no-cache')
  if (written) return filled.send(written, request, reply)
  if (!listed.test(bare)) reply.header('x-robots-tag', 'noindex')
  const shell = openedDirectly.find(({ address }) => address.test(bare))
  return shell ? filled.send(shell.file, request, reply) : reply.sendFile('app.html', ownCacheControl)
}

/**
 * Removes the page headers from files, most of a kilobyte each: a page loads a dozen files, also on slow phones. Files that
 * are opened directly may still do nothing.
 */
async function withFewHeaders(_: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (reply.statusCode >= 400) return
  reply.header('content-security-policy', filePolicy)
  for (const name of needlessWithFiles) reply.removeHeader(name).raw.removeHeader(name)
}

function sendNotFound(
  filled: FilledFiles,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return filled.send('404.html', request, reply.status(404).header('cache-control', 'no-store'))
}

/** The `cache-control` header that we set applies. */
const ownCacheControl = { cacheControl: false }

function addressOf({ url }: FastifyRequest): { path: string; search: string } {
  const end = url.indexOf('?')
  return end < 0 ? { path: url, search: '' } : { path: url.slice(0, end), search: url.slice(end) }
}

function withoutLastSlashes(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

const securityTxtPath = '/.well-known/security.txt'

/** RFC 9116 recommends less than a year. The file is generated for each request, so it never expires while served. */
const validFor = 364 * 24 * 60 * 60 * 1000

/** Serves the contact for reporting a security problem, as RFC 9116 defines it. */
export function serveSecurityTxt(
  fastify: FastifyInstance,
  { clock, publicUrl }: { readonly clock: Clock; readonly publicUrl: string },
): void {
  fastify.get(securityTxtPath, { config: { rateLimit: false } }, (_, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(securityTxt(publicUrl, clock.now())),
  )
}

/** The text of the file, whose `Expires` is 364 days after `now`. */
function securityTxt(publicUrl: string, now: Date): string {
  const lines = [
    `Contact: mailto:${brand.supportEmail}?subject=security`,
    `Expires: ${new Date(now.getTime() + validFor).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}${securityTxtPath}`,
    `Policy: ${publicUrl}/privacy-policy`,
  ]
  return lines.map((line) => `${line}\n`).join('')
}
