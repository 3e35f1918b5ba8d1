import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isLoopback } from './loopback.ts'

export type OperationsAccess = {
  readonly metricsToken: string | null
  readonly demo: boolean
}

/**
 * Whether a request may read data for operations: the metrics and the details of /readyz. It needs the metrics token as
 * bearer token. A demonstration without a token shows them to this machine.
 */
export function mayReadOperations(
  request: FastifyRequest,
  { metricsToken, demo }: OperationsAccess,
): boolean {
  if (metricsToken === null) return demo && isFromThisMachine(request)
  const given = Buffer.from(request.headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${metricsToken}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** A proxy on this machine forwards requests of others, and says so in a header. */
function isFromThisMachine(request: FastifyRequest): boolean {
  const forwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => request.headers[name])
  return !forwarded && isLoopback(request.socket.remoteAddress ?? '')
}
