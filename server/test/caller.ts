import type { Answer, BodySent, Endpoint, ReplyOf } from '@labalaba/contract'

export type Sent<E extends Endpoint> = {
  body?: BodySent<E>
  params?: Record<string, string>
  query?: Record<string, string>
}
export type Got<E extends Endpoint> = Answer<ReplyOf<E>> & { readonly httpStatus: number }
export type Caller = <E extends Endpoint>(endpoint: E, sent?: Sent<E>) => Promise<Got<E>>

/** Calls the API of a site, as the account of the Authorization header. */
export function callerOf(publicUrl: string, authorization?: string): Caller {
  return async (endpoint, { body, params = {}, query } = {}) => {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const search = query ? `?${new URLSearchParams(query)}` : ''
    const reply = await fetch(`${publicUrl}${path}${search}`, {
      method: endpoint.method,
      headers: {
        ...(authorization && { authorization }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { ...JSON.parse(await reply.text()), httpStatus: reply.status }
  }
}
