import { Histogram, type Registry } from 'prom-client'

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

/** Exposes the calls of this process to Paystack to Prometheus. */
export function exposePaystack(registry: Registry): void {
  registry.registerMetric(seconds)
}
