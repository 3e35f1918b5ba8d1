import type * as z from 'zod/mini'
import type { RefusalCode } from './errors.ts'

export type Schema = z.ZodMiniType

/** One endpoint of the API as a value: the server registers it, the browser calls it, and the OpenAPI document lists it. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly summary: string
  /**
   * Who may call: the public, a user with a password in Basic form, a signed-in account, or an account of this type (others
   * get `not_found`), or a lab's connected system with its key.
   */
  readonly access: 'public' | 'basic' | 'account' | 'doctor' | 'operator' | 'lab' | 'phlebotomist' | 'system'
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /** The `data` of a successful answer. */
  readonly reply: Schema
  /** The answer carries `pagination`. */
  readonly paged?: true
  /** A successful answer is a file of this type, without the envelope. Then `reply` is its text or bytes. */
  readonly file?: 'text/csv' | 'application/pdf' | 'application/fhir+json' | 'image/jpeg'
  /** The password must have been given within the last quarter of an hour. */
  readonly recent?: true
  /** Each call hashes a password, so an address may make far fewer of them. */
  readonly costly?: true
  /** The body may hold a file of one megabyte, or several long texts. */
  readonly longBody?: true
  /** The refusals of this endpoint, in addition to those that every endpoint has. */
  readonly refusals: readonly RefusalCode[]
}

type Definition = Omit<Endpoint, 'method' | 'path' | 'refusals'> & Partial<Pick<Endpoint, 'refusals'>>

type At<Route> = Route extends `${infer Method extends Endpoint['method']} ${infer Path}`
  ? { readonly method: Method; readonly path: Path }
  : never

/** The endpoint at a route such as `GET /v0/site`, with the exact type of its definition. Without `refusals` it has none of its own. */
export function endpoint<
  const Route extends `${Endpoint['method']} /v0/${string}`,
  const D extends Definition,
>(route: Route, definition: D): At<Route> & Pick<Endpoint, 'refusals'> & D {
  const [method, path] = route.split(' ')
  return { method, path, refusals: [], ...definition } as unknown as At<Route> &
    Pick<Endpoint, 'refusals'> &
    D
}

type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends Schema ? E[K] : never

export type ParamsOf<E extends Endpoint> = z.output<Part<E, 'params'>>
export type QueryOf<E extends Endpoint> = z.output<Part<E, 'query'>>
export type BodyOf<E extends Endpoint> = z.output<Part<E, 'body'>>
/** What a caller may send, before defaults are filled in. */
export type BodySent<E extends Endpoint> = z.input<Part<E, 'body'>>
export type QuerySent<E extends Endpoint> = z.input<Part<E, 'query'>>
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>

export type Pagination = { totalRecords: number; currentPage: number; limit: number; totalPages: number }

/** The envelope of every answer under /v0. */
export type Answer<T> = {
  status: number
  message: string
  data: T
  pagination?: Pagination
  code?: string
  error?: string
  /** The number of a request that failed on our side, for support. It is also in the message. */
  reference?: string
  /** The trace of such a request, if it was traced. */
  traceId?: string
  fields?: Record<string, string>
}
