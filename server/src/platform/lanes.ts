import { Counter, Gauge, type Registry } from 'prom-client'
import { type ConcurrencyLimiter, openConcurrencyLimiter } from './concurrency-limiter.ts'

/**
 * Who waits behind whom. Passwords take long to hash, so whoever signs in has a lane of their own and does not hold up who
 * reads. What waits for a payment provider waits in a third lane, and has no place in the others meanwhile. Paystack's word,
 * health and files have none: they are never refused for what others ask.
 */
export type Lanes = Readonly<Record<'usual' | 'costly' | 'provider', ConcurrencyLimiter>>

/** How many wait for each that is worked on. */
const waitingForEach = 4
/** Milliseconds. With what is then done, an answer comes within a second. */
const longestWait = 400
/** A third of the calls at most hash a password. */
const costlyShare = 3
/** So many calls wait for a provider at once, for each that is worked on: it answers within 15 s, and we ask it 5 a second. */
const providerForEach = 4

/** The share of the places that one account has at most, and that people of one address have who are not signed in. */
const shares = { account: 1 / 3, address: 2 / 3 }
const providerShares = { account: 1 / 12, address: 1 / 4 }
/** However few places there are. */
const leastShare = 2

/** Lanes of a process that works on `callsAtOnce` calls at once. */
export function openLanes(callsAtOnce: number): Lanes {
  const provider = lane(providerForEach * callsAtOnce, providerShares)
  return {
    usual: lane(callsAtOnce, shares, provider),
    costly: lane(Math.max(2, Math.ceil(callsAtOnce / costlyShare)), shares, provider),
    provider,
  }
}

function lane(atOnce: number, share: typeof shares, outside?: ConcurrencyLimiter): ConcurrencyLimiter {
  const most = (part: number) => Math.max(leastShare, Math.ceil(atOnce * part))
  const fair = { perAccount: most(share.account), perAddress: most(share.address) }
  return openConcurrencyLimiter({ atOnce, waiting: waitingForEach * atOnce, longestWait, ...fair }, outside)
}

/** Tells Prometheus how full the lanes are, and how many calls they have refused. */
export function exposeLanes(registry: Registry, lanes: Lanes): void {
  const each = Object.entries(lanes)
  new Gauge({
    name: 'labalaba_calls',
    help: 'Calls that are worked on, and that wait for it.',
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
