import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import type { LoadRequest } from '../load/drive.ts'
import { count } from './honest.ts'
import type { Stop, Target } from './slow.ts'

/** Calls per second of a flood, spread over these addresses. */
const perSecond = 200
const addresses = ['105.112.0.1', '105.112.0.2', '105.112.0.3', '105.112.0.4'] as const

/** Sends 200 calls per second from four addresses, whether or not they are answered. */
export function flood({ url, sum }: Target, next: (at: number) => LoadRequest): Stop {
  const pool = new Pool(url, { connections: 400, pipelining: 1, headersTimeout: 30_000, bodyTimeout: 30_000 })
  const under = new Set<Promise<void>>()
  let isOver = false
  const sending = (async () => {
    const began = performance.now()
    for (let sent = 0; !isOver; await pause(5))
      for (; sent < ((performance.now() - began) / 1000) * perSecond; sent += 1) {
        const one = send(pool, next(sent), sent, sum).finally(() => under.delete(one))
        under.add(one)
      }
  })()
  return async () => {
    isOver = true
    await sending
    await pool.destroy()
    await Promise.all(under)
  }
}

async function send(pool: Pool, call: LoadRequest, at: number, sum: Record<string, number>): Promise<void> {
  const headers = { ...call.headers, 'x-forwarded-for': addresses[at % addresses.length] ?? '' }
  try {
    const { statusCode, body } = await pool.request({ ...call, headers })
    await body.dump()
    count(sum, String(statusCode))
  } catch {
    // Includes calls still in progress when the flood ended.
    count(sum, 'unanswered')
  }
}
