import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Log } from '../observability/log.ts'
import { type ConcurrencyLimiter, openConcurrencyLimiter } from './concurrency-limiter.ts'

/**
 * The three concurrency limiters. Hashing a password takes long, so sign-ins have their own limiter and do not delay other
 * calls. Calls that wait for a payment provider wait in a third one and hold no permit in the others meanwhile. Paystack's
 * webhooks, health checks and files have no limiter: they are never refused because of other calls.
 */
export type Limiters = Readonly<Record<'usual' | 'costly' | 'provider', ConcurrencyLimiter>>

/** How many calls may wait for each running one. */
const waitingForEach = 4
/** The longest wait, in milliseconds. With the work itself, a response comes within a second. */
const longestWait = 400
/** At most a third of the calls hash a password. */
const costlyShare = 3
/**
 * How many calls wait for a provider, for each permit: it responds within 15 s after at most 8 s in our own queue, and we make
 * 5 calls a second.
 */
const providerForEach = 4

/** The share of the permits that one account can have, and that all anonymous callers of one address can have. */
const shares = { account: 1 / 3, address: 2 / 3 }
const providerShares = { account: 1 / 12, address: 1 / 4 }
/** The least number of permits, however few there are. */
const leastShare = 2

/** The limiters of a process that runs `callsAtOnce` calls concurrently. */
export function openLimiters(callsAtOnce: number): Limiters {
  const provider = openLimiter(providerForEach * callsAtOnce, providerShares)
  return {
    usual: openLimiter(callsAtOnce, shares, provider),
    costly: openLimiter(Math.max(2, Math.ceil(callsAtOnce / costlyShare)), shares, provider),
    provider,
  }
}

function openLimiter(atOnce: number, share: typeof shares, outside?: ConcurrencyLimiter): ConcurrencyLimiter {
  const most = (part: number) => Math.max(leastShare, Math.ceil(atOnce * part))
  const fair = { perAccount: most(share.account), perAddress: most(share.address) }
  return openConcurrencyLimiter({ atOnce, waiting: waitingForEach * atOnce, longestWait, ...fair }, outside)
}

/** Exposes to Prometheus how full the limiters are, and how many calls they have refused. */
export function exposeLimiters(registry: Registry, limiters: Limiters): void {
  const each = Object.entries(limiters)
  new Gauge({
    name: 'labalaba_calls',
    help: 'Calls that are worked on, and that wait for it.',
    // Dashboards know the limiter as `lane`.
    labelNames: ['lane', 'state'],
    registers: [registry],
    collect() {
      for (const [lane, { use }] of each)
        for (const state of ['working', 'waiting'] as const) this.set({ lane, state }, use()[state])
    },
  })
  new Counter({
    name: 'labalaba_calls_refused_total',
    help: 'Calls that were answered with 503, as too many came.',
    labelNames: ['lane'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [lane, { use }] of each) this.inc({ lane }, use().refused)
    },
  })
}

/** Seconds between two checks, and the longest acceptable delay of the event loop between them, in milliseconds. */
const lookEvery = 10
const longestDelay = 250
/** The histogram's own tick is part of what it measures, in milliseconds. */
const tick = 20

/** The longest delay of the event loop since the last reset, in nanoseconds. */
type Delays = { readonly max: number; reset(): void }

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
