import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Lanes } from './lanes.ts'
import type { Log } from './log.ts'

/** Seconds between two looks, and how long everybody may have waited in between without a word, in milliseconds. */
const lookEvery = 10
const longestDelay = 250
/** The histogram's own tick is part of what it measures, in milliseconds. */
const tick = 20

/** How long the loop of the process was held at most since it was last reset, in nanoseconds. */
export type Delays = { readonly max: number; reset(): void }

/**
 * Looks at what the process bore since the last time, and says in the log where the event loop was held, or calls were
 * refused. It tells numbers only. Answers a look, for whoever does it by the clock.
 */
export function loadWatch(lanes: Lanes, log: Log, delays: Delays): () => void {
  let before = refusals(lanes)
  return () => {
    const heldMs = Math.round(delays.max / 1e6) - tick
    delays.reset()
    if (heldMs > longestDelay)
      log.warn({ alarm: 'event_loop', heldMs }, 'the event loop was held, and everybody waited for it')
    const now = refusals(lanes)
    const refused = {
      usual: now.usual - before.usual,
      costly: now.costly - before.costly,
      provider: now.provider - before.provider,
    }
    before = now
    if (refused.usual + refused.costly + refused.provider > 0)
      log.warn({ alarm: 'overload', refused, seconds: lookEvery }, 'more was asked than could be answered')
  }
}

/** Watches by the clock until told to stop. */
export function watchLoad(lanes: Lanes, log: Log): () => void {
  const delays = monitorEventLoopDelay({ resolution: tick })
  delays.enable()
  const looking = setInterval(loadWatch(lanes, log, delays), lookEvery * 1000)
  looking.unref()
  return () => {
    clearInterval(looking)
    delays.disable()
  }
}

function refusals({ usual, costly, provider }: Lanes): Record<keyof Lanes, number> {
  return { usual: usual.use().refused, costly: costly.use().refused, provider: provider.use().refused }
}
