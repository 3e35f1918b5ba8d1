import type { Endpoint } from '@labalaba/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { logRefusal, refusalOf } from './fastify.ts'
import { type Server, withLimiter } from './http.ts'

const fhirJson = 'application/fhir+json; charset=utf-8'

/** The largest body that a connected system may send in one call. */
const largestBundle = 512 * 1024

/** An expected refusal in the terms of FHIR. */
export class FhirRefusal extends Error {
  override name = 'FhirRefusal'
  readonly troubles: readonly Trouble[]
  readonly status: number
  constructor(status: number, ...troubles: readonly Trouble[]) {
    super(troubles[0]?.say ?? 'refused')
    this.status = status
    this.troubles = troubles
  }
}

type Door<Known> = {
  /** Identifies the connected system before a byte of the body is read. Throws a refusal. */
  readonly admit: (request: FastifyRequest) => Promise<Known>
  /** Returns FHIR as JSON. */
  readonly take: (known: Known, body: unknown) => Promise<string>
}

/** Serves a call of connected systems in FHIR: body, response and refusals are FHIR's, and bad input never causes a 500. */
export function serveFhir<Known>(server: Server, endpoint: Endpoint, door: Door<Known>): void {
  const { fastify, endpoints } = server
  endpoints.push(endpoint)
  const admitted = new WeakMap<FastifyRequest, { readonly known: Known }>()
  void fastify.register(async (raw) => {
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser(
      /^application\/(fhir\+)?json\s*(;|$)/i,
      { parseAs: 'buffer' },
      (_, body, done) => {
        done(null, body)
      },
    )
    raw.setErrorHandler(answerTrouble)
    raw.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: largestBundle,
      onRequest: async (request) => {
        admitted.set(request, { known: await door.admit(request) })
      },
      handler: withLimiter(server, endpoint, async (request, reply) => {
        const who = admitted.get(request)
        if (!who) throw new Error('no one was let in')
        return reply.header('content-type', fhirJson).send(await door.take(who.known, readBody(request.body)))
      }),
    })
  })
}

/** Parses the bytes as JSON that the database can store: UTF-8, without a NUL or an unpaired surrogate. */
function readBody(body: unknown): unknown {
  if (!Buffer.isBuffer(body) || body.length === 0)
    throw new FhirRefusal(400, { code: 'structure', say: 'The body must be a Bundle as JSON.' })
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    const read: unknown = JSON.parse(text)
    if (/\0|\\u0000|\\ud[89a-f]/i.test(text)) refuseOddText(read)
    return read
  } catch (error) {
    if (error instanceof FhirRefusal) throw error
    throw new FhirRefusal(400, { code: 'structure', say: 'The body is not JSON in UTF-8.' })
  }
}

/** Visits every text once, at any depth, without recursion. */
function refuseOddText(read: unknown): void {
  const left: unknown[] = [read]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one === 'string' && (one.includes('\0') || !one.isWellFormed()))
      throw new FhirRefusal(400, { code: 'structure', say: 'A text has bytes that are not a character.' })
    if (typeof one === 'object' && one !== null)
      for (const [key, part] of Object.entries(one)) left.push(key, part)
  }
}

function answerTrouble(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const { status, troubles, retryAfter } = answerTo(error)
  reply.header('cache-control', 'no-store')
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  if (status >= 500 && status !== 503) request.log.error({ err: error }, 'failed')
  else logTrouble(error, request)
  reply
    .status(status)
    .header('content-type', fhirJson)
    .send(JSON.stringify(outcomeOf(troubles)))
}

function logTrouble(error: FastifyError | Error, request: FastifyRequest): void {
  const refusal = error instanceof FhirRefusal ? null : refusalOf(error)
  if (refusal) logRefusal(refusal, error, request)
  else if (error instanceof FhirRefusal) request.log.info({ code: error.troubles[0]?.code }, 'refused')
}

function answerTo(error: FastifyError | Error) {
  if (error instanceof FhirRefusal) return { status: error.status, troubles: error.troubles }
  const refusal = refusalOf(error)
  if (!refusal) return { status: 500, troubles: [troubleOf('server_error')] }
  return {
    status: refusal.status,
    troubles: [troubleOf(refusal.code)],
    retryAfter: refusal.details.retryAfter,
  }
}

/** An issue of an OperationOutcome: its kind (HL7's issue types), the message, and the part of the body. */
export type Trouble = {
  readonly code: string
  readonly say: string
  /** A FHIRPath, such as Bundle.entry[2].resource.status. */
  readonly at?: string
  readonly severity?: 'error' | 'warning' | 'information'
}

type OperationOutcome = {
  readonly resourceType: 'OperationOutcome'
  readonly issue: readonly object[]
}

/** An OperationOutcome of FHIR R4. */
export function outcomeOf(troubles: readonly Trouble[]): OperationOutcome {
  return {
    resourceType: 'OperationOutcome',
    issue: troubles.map(({ code, say, at, severity = 'error' }) => ({
      severity,
      code,
      diagnostics: say,
      ...(at !== undefined && { expression: [at] }),
    })),
  }
}

/** Our refusals in the terms of FHIR. */
const known: Readonly<Record<string, Trouble>> = {
  invalid_token: {
    code: 'login',
    say: 'This key is unknown or was revoked. Ask a manager of the lab for a new one.',
  },
  too_many: { code: 'throttled', say: 'Too many calls. Wait as long as Retry-After says.' },
  too_large: { code: 'too-long', say: 'A Bundle has 512 KiB at most. Send fewer reports at once.' },
  wrong_content_type: { code: 'not-supported', say: 'Send the Bundle as application/fhir+json.' },
  busy: { code: 'transient', say: 'We are very busy just now. Send the same again in a moment.' },
  server_error: {
    code: 'exception',
    say: 'Something went wrong on our side. Send the same again; nothing is done twice.',
  },
}

function troubleOf(code: string): Trouble {
  return known[code] ?? { code: 'invalid', say: 'This cannot be read.' }
}
