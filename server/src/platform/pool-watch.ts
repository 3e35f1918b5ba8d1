import { Gauge, type Registry } from 'prom-client'

/** How many connections a pool has, how many of them nobody uses, and how many wait for one. */
export type PoolUse = {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
}

/** Tells Prometheus how the connections to the database are used: whether there are enough of them. */
export function exposePool(registry: Registry, pool: PoolUse): void {
  new Gauge({
    name: 'labalaba_database_connections',
    help: 'Connections to the database that are used and idle, and whoever waits for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waited_for' }, pool.waitingCount)
    },
  })
}
