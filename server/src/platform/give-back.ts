import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import type { Log } from './log.ts'

/** Seconds between two looks. */
const lookEvery = 10
/** The share of the time between two looks that the event loop may have worked, for the process to be calm. */
const calm = 0.05
/** Megabytes that are worth the tenth of a second in which nobody is answered. */
const worth = 40

/** The only kind of collection that empties the engine's store of pages too. */
const everything = { type: 'major', flavor: 'last-resort' } as const

/** What a look needs of the process. */
export type Holder = {
  /** The share of the time since it was last asked that the event loop has worked. */
  busy(): number
  /** The memory that the system counts as ours, in megabytes. */
  held(): number
  /** Collects all that can be collected, and gives the system back what that leaves empty. */
  giveBack(): void
}

/**
 * After a load the engine keeps the pages that it has emptied, for the next one, and never asks itself whether one comes:
 * 50 MB of 230 stayed for as long as we looked. So once it is calm they are given back: the first time, and then whenever
 * as much as `worth` has come. Answers a look, for whoever does it by the clock. Figures: docs/decisions/0052.
 */
export function calmWatch(holder: Holder, log: Log): () => void {
  let least = 0
  return () => {
    const before = holder.held()
    least = Math.min(least, before)
    if (holder.busy() > calm || before - least < worth) return
    holder.giveBack()
    least = holder.held()
    log.info({ before: Math.round(before), after: Math.round(least) }, 'memory was given back, in megabytes')
  }
}

/** Watches by the clock until told to stop; does nothing where Node was not started with `--expose-gc`. */
export function watchCalm(log: Log): () => void {
  const collect = globalThis.gc
  if (!collect) return () => {}
  const holder = thisProcess(() => collect(everything))
  const looking = setInterval(calmWatch(holder, log), lookEvery * 1000)
  looking.unref()
  return () => clearInterval(looking)
}

/** This process, and how it gives back. */
export function thisProcess(giveBack: () => void): Holder {
  let since: EventLoopUtilization = performance.eventLoopUtilization()
  return {
    busy() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, since)
      since = now
      return utilization
    },
    held: () => process.memoryUsage.rss() / 2 ** 20,
    giveBack,
  }
}
