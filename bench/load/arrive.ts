import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import type { LoadRequest } from './drive.ts'

/** The results of the calls that arrived. Times are in microseconds, from the moment of arrival. */
export type Arrived = {
  readonly answered: RecordableHistogram
  readonly refused: RecordableHistogram
  /** Times by period of arrival, to distinguish one bad moment from a bad run. */
  readonly stretches: readonly RecordableHistogram[]
  /** Answers other than 200 and 503 with Retry-After, and calls without an answer, by their kind. */
  readonly others: Record<string, number>
  count: number
}

function nobodyArrived(): Arrived {
  return {
    answered: createHistogram({ figures: 3 }),
    refused: createHistogram({ figures: 3 }),
    stretches: Array.from({ length: stretchCount }, () => createHistogram({ figures: 3 })),
    others: {},
    count: 0,
  }
}

/** The number of periods. */
export const stretchCount = 30

/** The open connections, like those of a proxy: more than the product works on, queues and refuses would stay unused. */
const kept = 300

/**
 * Sends `perSecond` calls for some seconds, whether or not earlier ones were answered, and waits for the last. Like real
 * users, calls do not wait for each other.
 */
export async function arrive(
  url: string,
  { perSecond, seconds }: { perSecond: number; seconds: number },
  next: () => LoadRequest,
): Promise<Arrived> {
  const pool = new Pool(url, { connections: kept, pipelining: 1, headersTimeout: 30_000 })
  await Promise.all(Array.from({ length: kept }, () => knock(pool)))
  const sum = nobodyArrived()
  const under: Set<Promise<void>> = new Set()
  const began = performance.now()
  for (;;) {
    const passed = (performance.now() - began) / 1000
    if (passed >= seconds) break
    for (; sum.count < passed * perSecond; sum.count += 1) {
      const stretch = Math.floor((stretchCount * passed) / seconds)
      const one = send(pool, next(), sum, stretch).finally(() => under.delete(one))
      under.add(one)
    }
    await pause(2)
  }
  await Promise.all(under)
  await pool.close()
  return sum
}

/** Opens a connection. */
async function knock(pool: Pool): Promise<void> {
  const { body } = await pool.request({ method: 'GET', path: '/healthz' })
  await body.dump()
}

async function send(pool: Pool, request: LoadRequest, sum: Arrived, stretch: number): Promise<void> {
  const began = performance.now()
  const note = (...histograms: (RecordableHistogram | undefined)[]) => {
    const microseconds = Math.max(1, Math.round((performance.now() - began) * 1000))
    for (const histogram of histograms) histogram?.record(microseconds)
  }
  const count = (what: string) => {
    sum.others[what] = (sum.others[what] ?? 0) + 1
  }
  try {
    const { statusCode, headers, body } = await pool.request({ ...request, headers: { ...request.headers } })
    await body.dump()
    if (statusCode === 200) note(sum.answered, sum.stretches[stretch])
    else if (statusCode === 503 && headers['retry-after']) note(sum.refused)
    else count(String(statusCode))
  } catch (error) {
    count(error instanceof Error ? error.name : String(error))
  }
}
