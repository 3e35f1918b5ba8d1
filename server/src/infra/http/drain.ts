import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How long running requests may take once nothing new is accepted, in milliseconds. */
const longestRequest = 10_000

/** Whether a web process is about to stop. Then /readyz answers 503, so that the proxy sends it nothing new. */
export class Drain {
  #hasBegun = false

  get isDraining(): boolean {
    return this.#hasBegun
  }

  begin(): void {
    this.#hasBegun = true
  }
}

/** Ends each connection with its next response while the process drains. The client opens its next one elsewhere. */
export function closeConnectionsWhileDraining(fastify: FastifyInstance, drain: Drain): void {
  fastify.addHook('onSend', async (_, reply) => {
    if (drain.isDraining) reply.header('connection', 'close')
  })
}

/**
 * Stops a web process without failing a request. It turns /readyz to 503 and serves for `seconds` more, until the proxy has
 * noticed. Then it accepts nothing new, closes idle connections and waits for running requests, at most `longest`
 * milliseconds; it cuts those that take longer.
 */
export async function drainAndClose(
  fastify: FastifyInstance,
  drain: Drain,
  seconds: number,
  longest = longestRequest,
): Promise<void> {
  drain.begin()
  await pause(seconds * 1000)
  const cutting = setTimeout(() => fastify.server.closeAllConnections(), longest)
  await fastify.close().finally(() => clearTimeout(cutting))
}
