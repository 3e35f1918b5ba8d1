import { Counter, Gauge, type Registry } from 'prom-client'
import { type Lane, openLane } from './lane.ts'

/**
 * Who waits behind whom. Passwords take long to hash, so whoever signs in has a lane of their own and does not hold up who
 * reads. Paystack's word, health and files have none: they are never refused for what others ask.
 */
export type Lanes = { readonly usual: Lane; readonly costly: Lane }

/** How many wait for each that is worked on. */
const waitingForEach = 4
/** Milliseconds. With what is then done, an answer comes within a second. */
const longestWait = 400
/** A third of the calls at most hash a password. */
const costlyShare = 3

/** Lanes of a process that works on `callsAtOnce` calls at once. */
export function openLanes(callsAtOnce: number): Lanes {
  return { usual: lane(callsAtOnce), costly: lane(Math.max(2, Math.ceil(callsAtOnce / costlyShare))) }
}

function lane(atOnce: number): Lane {
  return openLane({ atOnce, waiting: waitingForEach * atOnce, longestWait })
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
