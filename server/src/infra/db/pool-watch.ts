import { Gauge, type Registry } from 'prom-client'

/** How many connections a pool has, how many of them are idle, and how many callers wait for one. */
export type PoolUse = {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
}

/** Exposes to Prometheus how the database connections are used, to show whether there are enough. */
export function exposePool(registry: Registry, pool: PoolUse): void {
  new Gauge({
    name: 'labalaba_database_connections',
    help: 'Connections to the database that are used and idle, and callers that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waited_for' }, pool.waitingCount)
    },
  })
}
