import { Counter, Gauge, type Registry } from 'prom-client'
import { oldestMail, type QueueReading } from './readings.ts'

/** What the workers of this process have done. */
const attempts = new Counter({
  name: 'labalaba_job_attempts_total',
  help: 'Attempts of jobs in this process, by kind, and whether the job was done or failed.',
  labelNames: ['kind', 'outcome'],
  registers: [],
})

/** Counts an attempt of a job. */
export function countAttempt(kind: string, outcome: 'done' | 'failed'): void {
  attempts.inc({ kind, outcome })
}

/** Exposes to Prometheus what the workers of this process have done. */
export function exposeAttempts(registry: Registry): void {
  registry.registerMetric(attempts)
}

/** Exposes the queue to Prometheus: what waits, for how long, and how many workers are alive. */
export function exposeQueue(registry: Registry, read: () => Promise<QueueReading>): void {
  new Gauge({
    name: 'labalaba_jobs',
    help: 'Jobs in the queue, by kind and state.',
    labelNames: ['kind', 'state'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { kind, due, running, retrying, refused, later, givenUp } of (await read()).kinds) {
        this.set({ kind, state: 'due' }, due)
        this.set({ kind, state: 'running' }, running)
        this.set({ kind, state: 'retrying' }, retrying)
        this.set({ kind, state: 'refused' }, refused)
        this.set({ kind, state: 'later' }, later)
        this.set({ kind, state: 'given_up' }, givenUp)
      }
    },
  })
  new Gauge({
    name: 'labalaba_job_oldest_due_seconds',
    help: 'For how long the oldest job that is due, runs or is tried again should have been done, by kind.',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { kind, oldestSeconds } of (await read()).kinds) this.set({ kind }, oldestSeconds)
    },
  })
  new Gauge({
    name: 'labalaba_workers_alive',
    help: 'Worker processes that are alive.',
    registers: [registry],
    async collect() {
      this.set((await read()).workersAlive)
    },
  })
  new Gauge({
    name: 'labalaba_mail_oldest_waiting_seconds',
    help: 'For how long the oldest mail in the queue should have been sent.',
    registers: [registry],
    async collect() {
      this.set(oldestMail((await read()).kinds).seconds)
    },
  })
}
