import type { FastifyRequest } from 'fastify'
import type { Caller } from './concurrency-limiter.ts'
import { bearerToken, hashToken } from './session.ts'
import { networkOf } from './tries.ts'

/** The most tokens that are remembered; the oldest is forgotten. */
const mostTokens = 10_000

/**
 * Identifies the caller of a request before any query, to share capacity fairly. An account is known by a token that was
 * valid before; until then a call counts only for its address, so that invented tokens gain nothing.
 */
export class Callers {
  readonly #accounts = new Map<string, number>()

  /** Remembers the account of a token, by its hash. This grants no access: every call is still identified. */
  learn(tokenHash: Buffer, accountId: number): void {
    const key = tokenHash.toString('base64')
    if (this.#accounts.has(key)) return
    this.#accounts.set(key, accountId)
    const [oldest] = this.#accounts.keys()
    if (this.#accounts.size > mostTokens && oldest !== undefined) this.#accounts.delete(oldest)
  }

  /** The caller of a request. An IPv6 address is counted by its /64 network. */
  of({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): Caller {
    const token = bearerToken(headers.authorization)
    const account = token === null ? undefined : this.#accounts.get(hashToken(token).toString('base64'))
    return { account: account ?? null, address: networkOf(ip) }
  }
}
