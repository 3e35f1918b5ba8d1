import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { Pool } from 'undici'

/** One request, the same for the product and for the server that it is measured against. */
export type Asked = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** What some time of asking came to. Times are in microseconds. */
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

/** Connections to a server that are kept, as those of a proxy are. */
export type Callers = { readonly pool: Pool; readonly connections: number }

/**
 * Opens as many. They stay open from one time of asking to the next, unless that is longer than the server keeps them (the
 * product five seconds). Opened anew each time, they would be taken one in a turn of the event loop, and the first calls told
 * more of that than of their answers: up to half a second for a booking. Whoever opens them closes `pool`.
 */
export function openCallers(url: string, connections: number): Callers {
  const patience = { headersTimeout: 30_000, bodyTimeout: 30_000, keepAliveTimeoutThreshold: 500 }
  return { pool: new Pool(url, { connections, pipelining: 1, ...patience }), connections }
}

/**
 * Keeps every connection busy, each asking again when it has its answer, until the time is over or `next` has nothing more
 * to ask. Adds to `sum` what came.
 */
export async function drive(
  { pool, connections }: Callers,
  seconds: number,
  next: () => Asked | null,
  sum: Driven,
): Promise<void> {
  const began = performance.now()
  const until = began + seconds * 1000
  const work = async () => {
    while (performance.now() < until) {
      const asked = next()
      if (!asked) return
      await askOnce(pool, asked, sum)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  sum.seconds += (performance.now() - began) / 1000
}

async function askOnce(pool: Pool, asked: Asked, sum: Driven): Promise<void> {
  const began = performance.now()
  const { statusCode, body } = await pool.request({ ...asked, headers: { ...asked.headers } })
  const { byteLength } = await body.arrayBuffer()
  if (statusCode !== 200) {
    sum.errors[statusCode] = (sum.errors[statusCode] ?? 0) + 1
    return
  }
  sum.times.record(Math.max(1, Math.round((performance.now() - began) * 1000)))
  sum.answered += 1
  sum.bytes += byteLength
}
