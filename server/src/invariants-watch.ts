import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Db } from './db.ts'
import type { Clock } from './infra/clock.ts'
import { disableIdleTimeout } from './infra/db/advisory-lock.ts'
import type { Log } from './infra/observability/log.ts'
import { type Look, watched } from './invariants.ts'
import type { AuditCheck } from './modules/audit/index.ts'

/**
 * Checks every invariant, stores the result for the metrics, and logs an error for each that is broken or cannot be
 * checked. If several workers run, only one checks. Returns how many errors it logged.
 */
export async function watchInvariants(db: Db, clock: Clock, log: Log, audit?: AuditCheck): Promise<number> {
  // This transaction only holds the lock. Each check runs outside it, so a failing check rolls nothing back.
  return await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('invariants', 0)) as mine`.execute(tx)
    if (!rows[0]?.mine) return 0
    await disableIdleTimeout(tx)
    let cries = 0
    const names: string[] = []
    for await (const look of watched(db, audit, clock.now())) {
      if (!isWell(look, log)) cries += 1
      names.push(look.name)
      // A check that failed to run keeps the time of its last result; an old time raises an alarm of its own.
      if ('found' in look) await keep(db, look.name, look.found.length, clock.now())
    }
    // An invariant that this version does not know would look unchecked for ever.
    await db.deleteFrom('invariant_check').where('name', 'not in', names).execute()
    return cries
  })
}

function isWell(look: Look, log: Log): boolean {
  const alarm = { alarm: 'invariant', invariant: look.name }
  if ('failure' in look) log.error({ ...alarm, err: look.failure }, 'an invariant could not be looked at')
  else if (look.found.length > 0)
    log.error(
      { ...alarm, found: look.found.slice(0, 10) },
      'an invariant is broken: look before more money moves',
    )
  else return true
  return false
}

async function keep(tx: Db, name: string, breaches: number, at: Date): Promise<void> {
  await tx
    .insertInto('invariant_check')
    .values({ name, breaches, checked_at: at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ breaches, checked_at: at }))
    .execute()
}

/** Exposes the result and time of the last check to Prometheus. An old time is an alarm too. */
export function exposeInvariants(registry: Registry, db: Db): void {
  const read = () => db.selectFrom('invariant_check').selectAll().execute()
  new Gauge({
    name: 'labalaba_invariant_breaches',
    help: 'Records that break an invariant, at the last look.',
    labelNames: ['invariant'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { name, breaches } of await read()) this.set({ invariant: name }, breaches)
    },
  })
  new Gauge({
    name: 'labalaba_invariants_checked_timestamp_seconds',
    help: 'When the invariants were last looked at.',
    registers: [registry],
    async collect() {
      const times = (await read()).map(({ checked_at }) => checked_at.getTime() / 1000)
      this.set(times.length > 0 ? Math.min(...times) : 0)
    },
  })
}
