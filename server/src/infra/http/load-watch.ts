import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Log } from '../observability/log.ts'
import type { Limiters } from './limiters.ts'

/** Seconds between two checks, and the longest acceptable delay of the event loop between them, in milliseconds. */
const lookEvery = 10
const longestDelay = 250
/** The histogram's own tick is part of what it measures, in milliseconds. */
const tick = 20

/** The longest delay of the event loop since the last reset, in nanoseconds. */
export type Delays = { readonly max: number; reset(): void }

/**
 * Returns a function that checks the load since its last call, and logs a warning if the event loop was blocked or calls
 * were refused. It logs numbers only. The caller runs it regularly.
 */
export function loadWatch(limiters: Limiters, log: Log, delays: Delays): () => void {
  let before = refusals(limiters)
  return () => {
    const heldMs = Math.round(delays.max / 1e6) - tick
    delays.reset()
    if (heldMs > longestDelay)
      log.warn({ alarm: 'event_loop', heldMs }, 'the event loop was blocked, and every call waited for it')
    const now = refusals(limiters)
    const refused = {
      usual: now.usual - before.usual,
      costly: now.costly - before.costly,
      provider: now.provider - before.provider,
    }
    before = now
    if (refused.usual + refused.costly + refused.provider > 0)
      log.warn({ alarm: 'overload', refused, seconds: lookEvery }, 'more calls came than could be answered')
  }
}

/** Checks the load regularly; returns a function that stops it. */
export function watchLoad(limiters: Limiters, log: Log): () => void {
  const delays = monitorEventLoopDelay({ resolution: tick })
  delays.enable()
  const looking = setInterval(loadWatch(limiters, log, delays), lookEvery * 1000)
  looking.unref()
  return () => {
    clearInterval(looking)
    delays.disable()
  }
}

function refusals({ usual, costly, provider }: Limiters): Record<keyof Limiters, number> {
  return { usual: usual.use().refused, costly: costly.use().refused, provider: provider.use().refused }
}
