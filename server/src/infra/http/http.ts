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
import type { Db } from '../../db.ts'
import type { Readers } from '../db/readers.ts'
import type { Callers } from './callers.ts'
import { type Device, deviceCookie, readDevice } from './device.ts'
import { DomainError } from './domain-error.ts'
import { filePolicy } from './headers.ts'
import type { Limiters } from './limiters.ts'
import { basicCredentials, bearerToken, hashToken } from './session.ts'

/** The signed-in account behind a call. */
export type Actor = {
  readonly accountId: number
  readonly type: 'user' | 'doctor' | 'operator' | 'lab' | 'phlebotomist'
  /** Whether the account is a doctor whose practising licence an operator has accepted. */
  readonly isVerifiedDoctor: boolean
  /** The id of the staff member, if the account is one; otherwise null. */
  readonly staffId: string | null
  readonly tokenHash: Buffer
  /** Whether the password was given within the last quarter of an hour. */
  readonly isRecent: boolean
  /** The place in the database's log after the last change of this session, in bytes; null if no replica is in use. */
  readonly position: number | null
}

/** The input of a route: the validated request and its actor. */
export type Call<E extends Endpoint> = {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly actor: E['access'] extends 'public' | 'basic' | 'system' ? null : Actor
  readonly credentials: E['access'] extends 'basic' ? { email: string; password: string } : null
  readonly log: FastifyRequest['log']
  /** The network address of the call, for limits only; it is never stored as it is. */
  readonly address: string
  /** The browser's `user-agent` header. */
  readonly agent: string
  /**
   * The database for what this call only reads: for a GET maybe a replica, which may be some seconds behind the changes of
   * others. Permissions are always checked in the main database.
   */
  readonly reader: Db
  /** The browser's device, if it was here before. */
  readonly device: Device | null
}

/** A file to download, whole or as a stream with its size in bytes, and its file name. */
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
        /** The device to set as the browser's cookie. */
        readonly device?: Device
      }

type JsonReply = {
  readonly file?: never
  readonly data: unknown
  readonly message?: string
  readonly pagination?: Pagination
  readonly device?: Device
}

/** The HTTP server, the function that finds the actor of a token, and every endpoint served so far. */
export type Server = {
  readonly fastify: FastifyInstance
  readonly identify: (tokenHash: Buffer) => Promise<Actor>
  readonly endpoints: Endpoint[]
  readonly readers: Readers
  /** Notes in a session that it has changed something, so that its next calls read that. */
  readonly noteChange?: (tokenHash: Buffer) => Promise<void>
  /** Calls per minute that one address may make to each costly endpoint. */
  readonly hashesPerAddress: number
  /** The concurrency limiters; no limits by default. */
  readonly limiters?: Pick<Limiters, 'usual' | 'costly'>
  /** Identifies callers for fair sharing; by default all calls are treated as anonymous. */
  readonly callers?: Callers
}

/** Escaping in JSON makes a file larger. */
const longestBody = 2 * 1024 * 1024

/**
 * Serves an endpoint: checks access and input, wraps the reply in the envelope, and sends only fields of the reply schema.
 */
export function serve<E extends Endpoint>(
  server: Server,
  endpoint: E,
  answer: (call: Call<E>) => Promise<Reply<E>>,
): void {
  server.endpoints.push(endpoint)
  server.fastify.route({
    method: endpoint.method,
    url: endpoint.path,
    // A HEAD route for each endpoint would cost memory, and no client needs it.
    exposeHeadRoute: false,
    schema: endpoint.file ? {} : { response: { 200: replySchema(endpoint) } },
    config: { rateLimit: rateLimit(server, endpoint) },
    ...(endpoint.longBody && { bodyLimit: longestBody }),
    handler: withLimiter(server, endpoint, async (request, raw): Promise<Answer<unknown> | FastifyReply> => {
      const input = {
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
      }
      const reply = await answerWith(server, endpoint, input, (use) =>
        answer(Object.defineProperty(input, 'reader', { get: use, configurable: true }) as Call<E>),
      )
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

/**
 * Answers a call that only reads from a reader of its session, and any other from the main database. A refused call may have
 * changed something too. What a call has done is done: if its place cannot be noted, the session may read older lists for
 * some seconds, and nobody is asked to do it again.
 */
async function answerWith(
  { readers, noteChange }: Server,
  { method }: Endpoint,
  { actor, log }: { readonly actor: Actor | null; readonly log: FastifyRequest['log'] },
  answer: (use: () => Db) => Promise<FileReply | JsonReply>,
): Promise<FileReply | JsonReply> {
  if (method === 'GET') return await readers.read(actor?.position ?? null, answer)
  try {
    return await answer(() => readers.main)
  } finally {
    if (actor && readers.hasReplica)
      await noteChange?.(actor.tokenHash).catch((error: unknown) =>
        log.warn({ err: error }, 'the last change of a session could not be noted'),
      )
  }
}

type Handler<T> = (request: FastifyRequest, reply: FastifyReply) => Promise<T>

/**
 * Runs a handler in its endpoint's concurrency limiter. The permit is taken when the body has arrived and released before
 * the response is sent, so a slow network holds none.
 */
export function withLimiter<T>(
  { limiters, callers }: Pick<Server, 'limiters' | 'callers'>,
  { costly }: Pick<Endpoint, 'costly'>,
  answer: Handler<T>,
): Handler<T> {
  if (!limiters) return answer
  const limiter = costly ? limiters.costly : limiters.usual
  return (request, reply) =>
    limiter.run(() => answer(request, reply), {
      get caller() {
        return callers?.of(request)
      },
      isGone: () => request.socket.destroyed,
    })
}

/** Types of files that contain bytes of other people. */
const guarded: readonly string[] = ['application/pdf', 'image/jpeg']

/** Sends a file as a download. If a browser shows a PDF or a photo nevertheless, the policy lets it do nothing. */
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

/** A signed-in user is not limited by address, which many phones may share. */
function rateLimit({ hashesPerAddress }: Server, endpoint: Endpoint): false | { max?: number } {
  if (endpoint.costly) return { max: hashesPerAddress }
  // A PDF takes work to draw, so calls are counted by address even if the account is known.
  return isSignedIn(endpoint) && endpoint.file !== 'application/pdf' ? false : {}
}

/** Whether only a signed-in account may make this call. */
export function isSignedIn({ access }: Pick<Endpoint, 'access'>): boolean {
  return access !== 'public' && access !== 'basic' && access !== 'system'
}

/** For a call without a body: an empty object is allowed. */
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

/** The input as parsed by the schema. Throws `invalid` with the wrong fields. */
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

/** The schema of a successful response. */
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
 * Marks nullable objects and arrays as `nullable` instead of `anyOf`: a choice between two schemas gets its own validator,
 * which takes 100 kB and runs for every response.
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

/** The pagination of a list. */
export function paginate(totalRecords: number, list: { page: number; limit: number }): Pagination {
  return {
    totalRecords,
    currentPage: list.page,
    limit: list.limit,
    totalPages: Math.max(1, Math.ceil(totalRecords / list.limit)),
  }
}
