import type { FastifyRequest } from 'fastify'
import type { Caller } from './concurrency-limiter.ts'
import { bearerToken, hashToken } from './session.ts'
import { networkOf } from './tries.ts'

/** So many tokens are remembered; the oldest goes. */
const mostTokens = 10_000

/**
 * Knows whose call it is before the database is asked, to share places fairly. An account is known by a token that has been
 * found right before; until then a call counts for its address alone, so that made-up tokens gain nothing.
 */
export class Callers {
  readonly #accounts = new Map<string, number>()

  /** Remembers whose token it is, by its hash. It opens nothing: every call is identified as before. */
  learn(tokenHash: Buffer, accountId: number): void {
    const key = tokenHash.toString('base64')
    if (this.#accounts.has(key)) return
    this.#accounts.set(key, accountId)
    const [oldest] = this.#accounts.keys()
    if (this.#accounts.size > mostTokens && oldest !== undefined) this.#accounts.delete(oldest)
  }

  /** Who makes this call. An IPv6 address stands for the /64 around it. */
  of({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): Caller {
    const token = bearerToken(headers.authorization)
    const account = token === null ? undefined : this.#accounts.get(hashToken(token).toString('base64'))
    return { account: account ?? null, address: networkOf(ip) }
  }
}
