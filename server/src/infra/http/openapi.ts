import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import * as contract from '@labalaba/contract'
import { brand, type Endpoint, type RefusalCode, refusals, type Schema } from '@labalaba/contract'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { answerSchema, isSignedIn } from './http.ts'

const toGzip = promisify(gzip)

/**
 * Serves the OpenAPI document of everything served so far. It is large and public, so it is serialised and compressed once:
 * all responses share the same bytes.
 */
export function serveOpenApi(
  fastify: FastifyInstance,
  endpoints: readonly Endpoint[],
  publicUrl: string,
): void {
  const plain = Buffer.from(JSON.stringify(openApi(endpoints, publicUrl)))
  let packed: Promise<Buffer> | undefined
  fastify.get('/v0/openapi.json', { compress: false }, async (request, reply) => {
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return reply.send(plain)
    packed ??= toGzip(plain, { level: 9 })
    return reply.header('content-encoding', 'gzip').send(await packed)
  })
}

/** One OpenAPI 3.1 document of everything served, made from the same schemas that validate it. */
export function openApi(endpoints: readonly Endpoint[], publicUrl: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${brand.name} API`, version: '0' },
    servers: [{ url: publicUrl }],
    paths: { ...paths, '/v0/webhooks/paystack': { post: paystackWebhook } },
    components: {
      schemas: { Error: json(refusal, 'output') },
      securitySchemes: {
        account: { type: 'http', scheme: 'bearer' },
        basic: { type: 'http', scheme: 'basic' },
        labSystem: { type: 'http', scheme: 'bearer', description: "The key of a lab's own system." },
      },
    },
  }
}

/** The body of every response that is not successful. */
const refusal = z.looseObject({
  status: z.int(),
  message: z.string(),
  code: z.enum([...Object.keys(refusals), 'server_error']),
  /** Data that the caller needs to continue, such as the current prices; usually null. */
  data: z.unknown(),
  /** `Expired token`, with `session_expired` only. */
  error: z.optional(z.string()),
  /** The problems, by field of the body. */
  fields: z.optional(z.record(z.string(), z.string())),
})

/** The names of the calls in the contract. */
const callNames = new Map<unknown, string>(Object.entries(contract).map(([name, value]) => [value, name]))

function operation(endpoint: Endpoint): object {
  return {
    operationId: callNames.get(endpoint) ?? `${endpoint.method} ${endpoint.path}`,
    summary: endpoint.summary,
    ...(endpoint.access !== 'public' && { security: [{ [schemeOf(endpoint)]: [] }] }),
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...(endpoint.body && {
      requestBody: {
        required: !endpoint.body.safeParse(undefined).success,
        content: {
          [endpoint.access === 'system' ? fhirJson : 'application/json']: {
            schema: json(endpoint.body, 'input'),
          },
        },
      },
    }),
    responses: {
      200: { description: 'Done.', content: goodContent(endpoint) },
      ...(endpoint.access === 'system'
        ? outcomes
        : refusalResponses([...refusalsOfEvery(endpoint), ...endpoint.refusals])),
    },
  }
}

const fhirJson = 'application/fhir+json'

function schemeOf(endpoint: Endpoint): string {
  if (endpoint.access === 'system') return 'labSystem'
  return isSignedIn(endpoint) ? 'account' : 'basic'
}

/** Refusals for a connected system: an OperationOutcome that names the problem and the part of the body. */
const outcomes = {
  '4XX': {
    description:
      'An OperationOutcome. 401: a wrong key. 409: another Bundle had this identifier. 422: the Bundle cannot be taken.',
    content: { [fhirJson]: { schema: { type: 'object' } } },
  },
}

function goodContent(endpoint: Endpoint): object {
  if (endpoint.file)
    return { [endpoint.file]: { schema: { type: endpoint.file.endsWith('json') ? 'object' : 'string' } } }
  return jsonContent(json(answerSchema(endpoint), 'output'))
}

/** The refusals that any call of this kind can get. */
function refusalsOfEvery(endpoint: Endpoint): RefusalCode[] {
  return [
    'invalid',
    ...(endpoint.body ? (['not_json', 'wrong_content_type', 'too_large'] as const) : []),
    ...(['public', 'basic', 'account'].includes(endpoint.access) ? [] : (['not_found'] as const)),
    ...(isSignedIn(endpoint) ? (['invalid_token', 'session_expired'] as const) : (['too_many'] as const)),
    'busy',
  ]
}

/** One response for each status, with its codes in the description. */
function refusalResponses(codes: readonly RefusalCode[]): Record<string, object> {
  const words: Record<string, string[]> = {}
  for (const code of new Set(codes)) {
    const [status, message] = refusals[code]
    words[status] = [...(words[status] ?? []), `\`${code}\`: ${message}`]
  }
  const content = jsonContent({ $ref: '#/components/schemas/Error' })
  return Object.fromEntries(
    Object.entries(words).map(([status, each]) => [status, { description: each.join(' '), content }]),
  )
}

const paystackWebhook = {
  operationId: 'receivePaystackEvent',
  summary: 'Takes an event from Paystack, of any content type, and handles it later.',
  parameters: [
    {
      name: 'x-paystack-signature',
      in: 'header',
      required: true,
      description: 'HMAC-SHA512 of the exact bytes of the body, under the secret key, in hexadecimal.',
      schema: { type: 'string' },
    },
  ],
  requestBody: { required: true, content: jsonContent({ type: 'object' }) },
  responses: {
    200: { description: 'Kept.', content: jsonContent(json(answerSchema({ reply: z.null() }), 'output')) },
    ...refusalResponses(['invalid', 'wrong_signature', 'too_large', 'payments_not_configured', 'busy']),
  },
}

function parameters(place: 'path' | 'query', schema: Schema | undefined): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' })
  return Object.entries(properties).map(([name, part]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: part,
  }))
}

function jsonContent(schema: object): object {
  return { 'application/json': { schema } }
}

function json(schema: Schema, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io })
  return rest
}
