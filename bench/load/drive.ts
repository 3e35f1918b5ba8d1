import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { Pool } from 'undici'

/** One request, the same for the product and for the reference server. */
export type LoadRequest = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** The results of a period of requests. Times are in microseconds. */
export type Driven = {
  readonly times: RecordableHistogram
  answered: number
  /** Answers other than 200, by their status. */
  readonly errors: Record<string, number>
  bytes: number
  seconds: number
}

export function nothingDriven(): Driven {
  return { times: createHistogram({ figures: 3 }), answered: 0, errors: {}, bytes: 0, seconds: 0 }
}

/** Persistent connections to a server, like those of a proxy. */
export type Callers = { readonly pool: Pool; readonly connections: number }

/**
 * Opens this many connections. They stay open between periods, unless the pause exceeds the server's keep-alive (the
 * product's is five seconds). New connections are accepted one per turn of the event loop, which would add up to half a
 * second to the first bookings. The caller closes `pool`.
 */
export function openCallers(url: string, connections: number): Callers {
  const patience = { headersTimeout: 30_000, bodyTimeout: 30_000, keepAliveTimeoutThreshold: 500 }
  return { pool: new Pool(url, { connections, pipelining: 1, ...patience }), connections }
}

/**
 * Keeps every connection busy, each sending its next request after its answer, until the time is over or `next` returns
 * null. Adds the results to `sum`.
 */
export async function drive(
  { pool, connections }: Callers,
  seconds: number,
  next: () => LoadRequest | null,
  sum: Driven,
): Promise<void> {
  const began = performance.now()
  const until = began + seconds * 1000
  const work = async () => {
    while (performance.now() < until) {
      const request = next()
      if (!request) return
      await sendOnce(pool, request, sum)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  sum.seconds += (performance.now() - began) / 1000
}

async function sendOnce(pool: Pool, request: LoadRequest, sum: Driven): Promise<void> {
  const began = performance.now()
  const { statusCode, body } = await pool.request({ ...request, headers: { ...request.headers } })
  const { byteLength } = await body.arrayBuffer()
  if (statusCode !== 200) {
    sum.errors[statusCode] = (sum.errors[statusCode] ?? 0) + 1
    return
  }
  sum.times.record(Math.max(1, Math.round((performance.now() - began) * 1000)))
  sum.answered += 1
  sum.bytes += byteLength
}
