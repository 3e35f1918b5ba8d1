import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Db } from './db.ts'
import { invariantNames, readBreaches, readOverdue } from './invariants.ts'
import type { Clock } from './platform/clock.ts'
import type { Log } from './platform/log.ts'

/**
 * Looks at every invariant, keeps what was found for the metrics, and cries out in the log where one is broken. Of several
 * workers one looks. Answers how many are broken.
 */
export async function watchInvariants(db: Db, clock: Clock, log: Log): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('invariants', 0)) as mine`.execute(tx)
    if (!rows[0]?.mine) return 0
    // These read every order: they may take longer than a statement of the site.
    await sql`set local statement_timeout = '2min'`.execute(tx)
    const breaches = [...(await readBreaches(tx)), ...(await readOverdue(tx))]
    for (const name of invariantNames) {
      const found = breaches.filter((breach) => breach.name === name)
      if (found.length > 0)
        log.error(
          { alarm: 'invariant', invariant: name, found: found.slice(0, 10).map(({ what }) => what) },
          'an invariant is broken: look before more money moves',
        )
      await keep(tx, name, found.length, clock.now())
    }
    return new Set(breaches.map(({ name }) => name)).size
  })
}

async function keep(tx: Db, name: string, breaches: number, at: Date): Promise<void> {
  await tx
    .insertInto('invariant_check')
    .values({ name, breaches, checked_at: at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ breaches, checked_at: at }))
    .execute()
}

/** Tells Prometheus what the last look found, and when that was: one that is long ago is an alarm too. */
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
