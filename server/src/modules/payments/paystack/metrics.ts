import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { BudgetReading } from './budget.ts'

/** The calls of this process to Paystack. */
const seconds = new Histogram({
  name: 'labalaba_paystack_call_duration_seconds',
  help: 'How long calls to Paystack took, by method, route and outcome: yes, no, or unknown if nothing reliable came.',
  labelNames: ['method', 'route', 'outcome'],
  // A call ends after 15 seconds, or 30 for a refund.
  buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 15, 30],
  registers: [],
})

/** Counts a call to Paystack, with its duration in milliseconds. */
export function countPaystackCall(
  { method, route }: { readonly method: string; readonly route: string },
  outcome: string,
  ms: number,
): void {
  seconds.observe({ method, route, outcome }, ms / 1000)
}

const refused = new Counter({
  name: 'labalaba_paystack_calls_refused_total',
  help: 'Calls to Paystack that this process did not make: too many waited (crowded), or Paystack does not answer (resting).',
  labelNames: ['why'],
  registers: [],
})
for (const why of ['crowded', 'resting']) refused.inc({ why }, 0)

/** Counts a call that was not made. */
export function countRefusedCall(why: 'crowded' | 'resting'): void {
  refused.inc({ why })
}

/** Exposes the calls of this process to Paystack to Prometheus. */
export function exposePaystack(registry: Registry): void {
  registry.registerMetric(seconds)
  registry.registerMetric(refused)
}

/** Exposes to Prometheus how many calls all processes together may make to Paystack now. */
export function exposeBudget(
  registry: Registry,
  { readBudget }: { readonly readBudget: () => Promise<BudgetReading> },
): void {
  const gauge = (name: string, help: string, value: (reading: BudgetReading) => number) =>
    new Gauge({
      ...{ name, help, registers: [registry] },
      async collect() {
        this.set(value(await readBudget()))
      },
    })
  gauge(
    'labalaba_paystack_budget_calls_per_second',
    'Calls a second that all processes together may make to Paystack now: fewer than the setting after it has answered 429.',
    ({ perSecond }) => perSecond,
  )
  gauge(
    'labalaba_paystack_budget_limit_calls_per_second',
    'The setting PAYSTACK_PER_SECOND.',
    ({ limit }) => limit,
  )
  gauge(
    'labalaba_paystack_budget_calls_left',
    'Calls to Paystack that may go out at once; at most twice PAYSTACK_PER_SECOND.',
    ({ callsLeft }) => callsLeft,
  )
  gauge(
    'labalaba_paystack_budget_paused_seconds',
    'For how long no call goes to Paystack, as it has asked; 0 if it has not.',
    ({ pausedSeconds }) => pausedSeconds,
  )
}
