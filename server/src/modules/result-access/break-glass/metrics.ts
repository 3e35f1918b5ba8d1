import { Gauge, type Registry } from 'prom-client'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { countOpenings } from './repository.ts'

const day = 24 * 60 * 60 * 1000

/** Exposes to Prometheus how many openings by break-glass there were in the last day. The patient agreed to none of them. */
export function exposeBreakGlass(registry: Registry, db: Db, clock: Clock): void {
  new Gauge({
    name: 'labalaba_break_glass_openings',
    help: 'Openings of results by break-glass, without consent, in the last day.',
    registers: [registry],
    async collect() {
      this.set(await countOpenings(db, new Date(clock.now().getTime() - day)))
    },
  })
}
