import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import compress from '@fastify/compress'
import rateLimit from '@fastify/rate-limit'
import Fastify, {
  type ConnectionError,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { connectionLimits, limitConnections, mostConnections, patience } from './connections.ts'
import { correlateRequests, referenceOf } from './correlate-requests.ts'
import { DomainError } from './domain-error.ts'
import { bareHeaders, permissionsPolicy, securityHeaders } from './headers.ts'

type FastifySettings = {
  readonly trustProxy: boolean
  readonly ratePerAddress: number
  /** Connections from one network address at the same time, if no proxy is trusted; unlimited by default. */
  readonly connectionsPerAddress?: number | undefined
  /** Whether requests continue the trace that their `traceparent` names; not by default. */
  readonly trustTraceparent?: boolean | undefined
  readonly loggerInstance: FastifyBaseLogger
}

const largestBody = 64 * 1024

/**
 * Opens a Fastify with the limits, headers, body rules and error responses that all routes share.
 * Logs name the route's pattern and never the address, so tokens, references and searches stay out of them.
 */
export async function openFastify(settings: FastifySettings): Promise<FastifyInstance> {
  const fastify = Fastify({
    loggerInstance: settings.loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // One proxy, ours: earlier entries of the forwarded list are set by the client itself.
    trustProxy: settings.trustProxy && ((_address: string, hop: number) => hop === 0),
    bodyLimit: largestBody,
    requestTimeout: 30_000,
    connectionTimeout: 40_000,
    keepAliveTimeout: 5_000,
    http: patience,
    // The process drains before it closes, so what still arrives then is answered, not refused.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: true },
    rewriteUrl: readableAddress,
    genReqId: () => randomUUID().slice(0, 18),
    frameworkErrors: answerError,
    clientErrorHandler: answerUnreadable,
  })
  fastify.server.maxConnections = mostConnections
  limitConnections(fastify.server, connectionLimits(settings.trustProxy, settings.connectionsPerAddress))
  correlateRequests(fastify, settings.trustTraceparent ?? false)
  dropClosedConnections(fastify)
  await fastify.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
  await fastify.register(rateLimit, {
    global: true,
    max: settings.ratePerAddress,
    timeWindow: 60_000,
    errorResponseBuilder: (_, context) =>
      new DomainError('too_many', { retryAfter: Math.ceil(context.ttl / 1000) }),
  })
  acceptJsonOnly(fastify)
  fastify.setErrorHandler(answerError)
  setCommonHeaders(fastify)
  logAnswers(fastify)
  return fastify
}

/** A client whose connection is closed has no address to count by, and needs no response. */
function dropClosedConnections(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async ({ socket }, reply) => {
    if (socket.remoteAddress !== undefined && !socket.destroyed) return
    reply.hijack()
    socket.destroy()
  })
}

function setCommonHeaders(fastify: FastifyInstance): void {
  const secured = securityHeaders()
  fastify.addHook('onRequest', async (request, reply) => {
    for (const [name, value] of secured) reply.raw.setHeader(name, value)
    reply.header('x-request-id', request.id).header('permissions-policy', permissionsPolicy)
    if (request.url.startsWith('/v0')) reply.header('cache-control', 'no-store')
    if (request.url.includes('%00')) throw new DomainError('invalid')
  })
}

function logAnswers(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
}

/** Every body is JSON, or empty. Text that the database cannot store is refused here: a NUL, or an unpaired surrogate. */
function acceptJsonOnly(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error')
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (text.trim() === '') done(null, undefined)
    else if (text.includes('\\u0000') || text.includes('\0')) done(new DomainError('invalid'))
    else
      void parse(request, text, (error, value) => {
        if (!error && hasHalfCharacters(text, value)) done(new DomainError('invalid'))
        else done(error, value)
      })
  })
}

/** Only an escape can make an unpaired surrogate, and JSON.stringify escapes those that remain unpaired. */
function hasHalfCharacters(text: string, value: unknown): boolean {
  return /\\ud[89a-f]/i.test(text) && /(?<!\\)(\\\\)*\\ud[89a-f]/.test(JSON.stringify(value))
}

const fastifyCodes: Record<string, DomainError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new DomainError('wrong_content_type'),
  FST_ERR_CTP_BODY_TOO_LARGE: new DomainError('too_large'),
  FST_ERR_CTP_INVALID_JSON_BODY: new DomainError('not_json'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new DomainError('invalid'),
  FST_ERR_BAD_URL: new DomainError('invalid'),
}

/** Error codes of PostgreSQL or the network when it is down, stopping, full or too slow: worth another try. */
const passing =
  /^(57P0\d|57014|55P03|40001|40P01|53\d{3}|08\d{3}|CONNECTION_\w+|ECONN\w+|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN)$/

function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error)
  if (!reply.hasHeader('x-request-id')) reply.headers(bareHeaders)
  reply.header('cache-control', 'no-store')
  if (refusal) {
    if (refusal.details.retryAfter !== undefined) reply.header('retry-after', refusal.details.retryAfter)
    logRefusal(refusal, error, request)
    reply.status(refusal.status).send(refusalBody(refusal))
    return
  }
  request.log.error({ err: error }, 'failed')
  const message = `Something went wrong on our side. Please try again. If it happens again, send us this number: ${request.id}`
  reply.status(500).send({ status: 500, message, code: 'server_error', data: null, ...referenceOf(request) })
}

/** What a caller did is no fault of ours. Where an error hides behind `busy`, one warning has its code. */
export function logRefusal({ code }: DomainError, error: Error, request: FastifyRequest): void {
  if (code !== 'busy' || error instanceof DomainError) request.log.info({ code }, 'refused')
  else request.log.warn({ code, err: error }, 'refused')
}

/** For bytes that are not HTTP, or that come too slowly: the response has to be written by hand. */
function answerUnreadable(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const tooSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  if (tooSlow && socket.bytesRead === 0) {
    socket.destroy()
    return
  }
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const body = JSON.stringify(refusalBody(new DomainError(tooLarge ? 'too_large' : 'invalid')))
  const headers = { ...bareHeaders, 'content-type': 'application/json', connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const status = tooLarge ? '413 Content Too Large' : '400 Bad Request'
  const head = [`HTTP/1.1 ${status}`, `content-length: ${Buffer.byteLength(body)}`, ...lines].join('\r\n')
  socket.end(`${head}\r\n\r\n${body}`)
  // The socket would stay open for as long as more bytes come.
  if (tooSlow) socket.destroySoon()
}

/** The refusal that an error represents; null if it is an unexpected failure. */
export function refusalOf(error: FastifyError | Error): DomainError | null {
  if (error instanceof DomainError) return error
  const code = 'code' in error ? String(error.code) : ''
  if (passing.test(code)) return new DomainError('busy', { retryAfter: 2 })
  const known = fastifyCodes[code]
  if (known) return known
  const status = 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 500
    ? new DomainError(error instanceof SyntaxError ? 'not_json' : 'invalid')
    : null
}

/** The body of a refusal. */
function refusalBody(refusal: DomainError): object {
  return {
    status: refusal.status,
    message: refusal.message,
    code: refusal.code,
    ...(refusal.code === 'session_expired' && { error: 'Expired token' }),
    data: refusal.details.data ?? null,
    ...(refusal.details.fields && { fields: refusal.details.fields }),
  }
}

/** Replaces a character that cannot be decoded, in an address. */
const unreadable = '%EF%BF%BD'

/**
 * The address in the form for looking up pages, so that a browser gets a page for any typed address. Parts that cannot be
 * decoded are replaced by a character that no page name contains, and a NUL in the query is removed. API calls keep their
 * address, so that they get an error for it.
 */
function readableAddress({ url = '/' }: { readonly url?: string | undefined }): string {
  if (!url.includes('%') || url.startsWith('/v0')) return url
  const end = url.indexOf('?')
  const [path, query] = end < 0 ? [url, ''] : [url.slice(0, end), url.slice(end)]
  const readable = path.replace(/(%[\da-f]{2})+|%/gi, (letters) =>
    canBeRead(letters) ? letters : unreadable,
  )
  return readable + query.replaceAll('%00', '')
}

function canBeRead(letters: string): boolean {
  try {
    return !decodeURIComponent(letters).includes('\0')
  } catch {
    return false
  }
}
