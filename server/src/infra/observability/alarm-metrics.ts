import { Counter, type Registry } from 'prom-client'

/** Every alarm that a line of the log can have. Each has a rule in deploy/prometheus, which needs it to begin at 0. */
export const loggedAlarmNames = [
  ...['invariant', 'audit', 'dispute', 'messages', 'phone codes', 'password spraying', 'reset codes'],
  ...['passkey counter', 'overload', 'event_loop', 'restore', 'database lost', 'queue', 'files'],
  'database copy',
] as const

const logged = new Counter({
  name: 'labalaba_alarms_logged_total',
  help: 'Lines of the log of this process that have an alarm, by alarm.',
  labelNames: ['alarm'],
  registers: [],
})
for (const alarm of loggedAlarmNames) logged.inc({ alarm }, 0)

/** Counts a line of the log that has an alarm. */
export function countLoggedAlarm(alarm: string): void {
  logged.inc({ alarm })
}

/** Exposes the alarms that this process has logged to Prometheus. */
export function exposeLoggedAlarms(registry: Registry): void {
  registry.registerMetric(logged)
}
