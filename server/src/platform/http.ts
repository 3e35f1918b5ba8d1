import type { Readable } from 'node:stream'
import type {
  Answer,
  BodyOf,
  Endpoint,
  Pagination,
  ParamsOf,
  QueryOf,
  ReplyOf,
  Schema,
} from '@labalaba/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Callers } from './callers.ts'
import { type Device, deviceCookie, readDevice } from './device.ts'
import { DomainError } from './domain-error.ts'
import { filePolicy } from './headers.ts'
import type { Lanes } from './lanes.ts'
import { basicCredentials, bearerToken, hashToken } from './session.ts'

/** The signed-in account behind a call. */
export type Actor = {
  readonly accountId: number
  readonly type: 'user' | 'doctor' | 'operator' | 'lab' | 'phlebotomist'
  /** Whether they are a doctor whose practising licence an operator has accepted. */
  readonly isVerifiedDoctor: boolean
  /** Their number among those who work here, where they do. */
  readonly staffId: string | null
  readonly tokenHash: Buffer
  /** Whether they gave their password within the last quarter of an hour. */
  readonly isRecent: boolean
}

/** What a route is handed: the checked input, and who asks. */
export type Call<E extends Endpoint> = {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly actor: E['access'] extends 'public' | 'basic' | 'system' ? null : Actor
  readonly credentials: E['access'] extends 'basic' ? { email: string; password: string } : null
  readonly log: FastifyRequest['log']
  /** The network address that the call comes from, for limits only; it is never kept as it is. */
  readonly address: string
  /** What the caller's browser says that it is. */
  readonly agent: string
  /** The browser, where it was here before. */
  readonly device: Device | null
}

/** A file to keep, whole or as it comes, then with its size in bytes; and the name that it is kept under. */
type FileReply = {
  readonly file: string | Uint8Array | Readable
  readonly name: string
  readonly size?: number
}

export type Reply<E extends Endpoint> = E extends { file: string }
  ? FileReply
  : E extends { paged: true }
    ? { readonly data: ReplyOf<E>; readonly pagination: Pagination }
    : {
        readonly data: ReplyOf<E>
        readonly message?: string
        /** The browser is known by this from now on. */
        readonly device?: Device
      }

type JsonReply = {
  readonly file?: never
  readonly data: unknown
  readonly message?: string
  readonly pagination?: Pagination
  readonly device?: Device
}

/** The HTTP server, who a token belongs to, and every endpoint served so far. */
export type Server = {
  readonly fastify: FastifyInstance
  readonly identify: (tokenHash: Buffer) => Promise<Actor>
  readonly endpoints: Endpoint[]
  /** Calls a minute that one address may make to each costly endpoint. */
  readonly hashesPerAddress: number
  /** How much is done at once; everything, where nothing is said. */
  readonly lanes?: Pick<Lanes, 'usual' | 'costly'>
  /** Whose calls share its places fairly; all as if of one, where nothing is said. */
  readonly callers?: Callers
}

/** In JSON a file grows by what is escaped in it. */
const longestBody = 2 * 1024 * 1024

/** Serves an endpoint: checks who asks and what was sent, answers in the envelope, sends only what the reply lists. */
export function serve<E extends Endpoint>(
  server: Server,
  endpoint: E,
  answer: (call: Call<E>) => Promise<Reply<E>>,
): void {
  server.endpoints.push(endpoint)
  server.fastify.route({
    method: endpoint.method,
    url: endpoint.path,
    // Each would be written once more, and answer what nobody asks for.
    exposeHeadRoute: false,
    schema: endpoint.file ? {} : { response: { 200: replySchema(endpoint) } },
    config: { rateLimit: rateLimit(server, endpoint) },
    ...(endpoint.longBody && { bodyLimit: longestBody }),
    handler: inLane(server, endpoint, async (request, raw): Promise<Answer<unknown> | FastifyReply> => {
      const call = {
        actor: isSignedIn(endpoint) ? await identify(server, endpoint, request) : null,
        credentials: endpoint.access === 'basic' ? credentials(request) : null,
        params: check(endpoint.params, request.params),
        query: check(endpoint.query, request.query),
        body: check(endpoint.body ?? noBody, request.body),
        log: request.log,
        address: request.ip,
        agent: request.headers['user-agent'] ?? '',
        get device() {
          return readDevice(request.headers.cookie)
        },
      } as Call<E>
      const reply: FileReply | JsonReply = await answer(call)
      if (reply.file !== undefined) return sendFile(raw, endpoint, reply)
      if (reply.device) raw.header('set-cookie', deviceCookie(reply.device, request.protocol === 'https'))
      return {
        status: 200,
        message: reply.message ?? 'OK',
        data: reply.data,
        ...(reply.pagination && { pagination: reply.pagination }),
      }
    }),
  })
}

type Handler<T> = (request: FastifyRequest, reply: FastifyReply) => Promise<T>

/**
 * Answers in the endpoint's lane. The place is taken when the body has come and given back before the answer goes, so a
 * slow network holds none.
 */
export function inLane<T>(
  { lanes, callers }: Pick<Server, 'lanes' | 'callers'>,
  { costly }: Pick<Endpoint, 'costly'>,
  answer: Handler<T>,
): Handler<T> {
  if (!lanes) return answer
  const lane = costly ? lanes.costly : lanes.usual
  return (request, reply) =>
    lane.run(() => answer(request, reply), {
      caller: callers?.of(request),
      isGone: () => request.socket.destroyed,
    })
}

/** Files in which somebody else's bytes stand. */
const guarded: readonly string[] = ['application/pdf', 'image/jpeg']

/** A PDF or a photo is kept and not shown, and where a browser shows it all the same, it may do nothing there. */
function sendFile(
  raw: FastifyReply,
  { file: type }: Endpoint,
  { file, name, size }: FileReply,
): FastifyReply {
  if (type && guarded.includes(type)) raw.header('content-security-policy', `${filePolicy}; sandbox`)
  if (size !== undefined) raw.header('content-length', size)
  return raw
    .header('content-type', type === 'text/csv' ? 'text/csv; charset=utf-8' : type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .send(file)
}

/** Whoever is signed in is known by more than an address, which many phones may share. */
function rateLimit({ hashesPerAddress }: Server, endpoint: Endpoint): false | { max?: number } {
  if (endpoint.costly) return { max: hashesPerAddress }
  // A sheet takes work to draw, so an address is counted even where the account is known.
  return isSignedIn(endpoint) && endpoint.file !== 'application/pdf' ? false : {}
}

/** Whether only a signed-in account may make this call. */
export function isSignedIn({ access }: Pick<Endpoint, 'access'>): boolean {
  return access !== 'public' && access !== 'basic' && access !== 'system'
}

/** For a call that takes no body: an empty one is welcome. */
const noBody = z.optional(z.strictObject({}))

async function identify(
  server: Server,
  { access, recent }: Endpoint,
  request: FastifyRequest,
): Promise<Actor> {
  const token = bearerToken(request.headers.authorization)
  if (token === null) throw new DomainError('invalid_token')
  const tokenHash = hashToken(token)
  const actor = await server.identify(tokenHash)
  server.callers?.learn(tokenHash, actor.accountId)
  if (access !== 'account' && actor.type !== access) throw new DomainError('not_found')
  if (recent && !actor.isRecent) throw new DomainError('sign_in_again')
  return actor
}

function credentials(request: FastifyRequest): { email: string; password: string } {
  const given = basicCredentials(request.headers.authorization)
  if (given === null) throw new DomainError('wrong_credentials')
  return given
}

/** The input, as the schema reads it. Refuses with the fields that are wrong. */
function check(schema: Schema | undefined, input: unknown): unknown {
  if (schema === undefined) return undefined
  const read = schema.safeParse(input)
  if (read.success) return read.data
  const fields = problems(read.error.issues)
  const [only, ...others] = Object.values(fields)
  const ours = only !== undefined && others.length === 0 && only !== 'Invalid input'
  throw new DomainError('invalid', { fields, ...(ours && { message: only }) })
}

type Issue = { path: PropertyKey[]; code?: string | undefined; message: string; keys?: readonly string[] }

function problems(issues: readonly Issue[]): Record<string, string> {
  const entries = issues.flatMap((issue): [string, string][] =>
    issue.code === 'unrecognized_keys'
      ? (issue.keys ?? []).map((key) => [[...issue.path, key].join('.').slice(0, 80), 'not expected here'])
      : [[issue.path.join('.') || 'body', issue.message]],
  )
  return Object.fromEntries(entries.slice(0, 30))
}

const pagination = z.object({
  totalRecords: z.number(),
  currentPage: z.number(),
  limit: z.number(),
  totalPages: z.number(),
})

/** The whole of a good answer. */
export function answerSchema({ reply, paged }: Pick<Endpoint, 'reply' | 'paged'>): Schema {
  return z.object({
    status: z.number(),
    message: z.string(),
    data: reply,
    ...(paged && { pagination }),
  })
}

function replySchema(endpoint: Endpoint): unknown {
  const options = { target: 'draft-7', io: 'output' } as const
  const { $schema: _, ...schema } = z.toJSONSchema(answerSchema(endpoint), options)
  return withPlainNulls(schema)
}

/**
 * Says of what may be null that it is `nullable`, wherever it is an object or a list: a choice between two schemas has a
 * validator of its own, which weighs 100 kB and looks at every answer.
 */
function withPlainNulls(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withPlainNulls)
  if (typeof schema !== 'object' || schema === null) return schema
  const { anyOf, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([name, part]) => [name, withPlainNulls(part)]),
  )
  if (!Array.isArray(anyOf)) return rest
  const [one, nothing, ...more] = anyOf
  const isPlain = more.length === 0 && nothing?.type === 'null' && ['object', 'array'].includes(one?.type)
  return isPlain ? { ...rest, ...one, nullable: true } : { ...rest, anyOf }
}

/** The page numbers of a list. */
export function paginate(totalRecords: number, asked: { page: number; limit: number }): Pagination {
  return {
    totalRecords,
    currentPage: asked.page,
    limit: asked.limit,
    totalPages: Math.max(1, Math.ceil(totalRecords / asked.limit)),
  }
}
