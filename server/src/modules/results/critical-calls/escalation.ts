import type { CriticalTier } from '@labalaba/contract'
import { Gauge, type Registry } from 'prom-client'
import type { Db } from '../../../db.ts'
import { publish } from '../../../events.ts'
import type { Clock } from '../../../infra/clock.ts'
import { openCase, wasOpenOrDecidedSince } from '../../cases/index.ts'
import { subjectOf } from './open-call.ts'
import { waitedForOperators } from './policy.ts'
import { factsOf } from './present.ts'
import * as repository from './repository.ts'

type Dependencies = { readonly db: Db; readonly clock: Clock }
type EscalationDependencies = Dependencies & {
  /** Records that the escalation of a call failed. */
  readonly onFailure: (callId: number, error: unknown) => void
}

const tiers: readonly CriticalTier[] = ['immediate', 'urgent']
/** How many cases of a tier one run opens at most. More calls wait only if something else is wrong; the next run goes on. */
const casesAtOnce = 1000

/**
 * Escalates critical calls that have reached no one: a mail to the lab's managers when a call is overdue, and a case for
 * operators after its tier's time. Each happens once, also if several workers run this. A case that an operator closed
 * comes again after the same time if the call is still open. A call that fails is logged by its id, and stops no other.
 */
export async function escalateCriticalCalls(deps: EscalationDependencies): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    for (const callId of await repository.takeOverdue(tx, now))
      await publish(tx, 'critical_call.overdue', { callId, noticeKey: `critical-call:${callId}` })
  })
  for (const tier of tiers) {
    const before = waitedForOperators(tier, now)
    for (const late of await repository.withoutCase(db, tier, before, casesAtOnce))
      await openOverdue(db, late, before, now).catch((error: unknown) => deps.onFailure(late.id, error))
  }
}

async function openOverdue(db: Db, late: repository.LateCall, before: Date, now: Date): Promise<void> {
  const subject = subjectOf(late)
  await db.transaction().execute(async (tx) => {
    // The lab may have reached someone since the call was read. With the lock, an end of the call waits, and then finds the
    // case.
    if (!(await repository.lockOpenCall(tx, late.id))) return
    if (await wasOpenOrDecidedSince(tx, 'critical_call_overdue', subject, before)) return
    const about = { subject, orderReference: late.reference, found: factsOf(late), dueAt: late.due_at }
    await openCase(tx, { kind: 'critical_call_overdue', ...about }, now)
  })
}

/** Exposes the open critical calls to Prometheus, by tier, and whether they are overdue. */
export function exposeCriticalCalls(registry: Registry, { db, clock }: Dependencies): void {
  new Gauge({
    name: 'labalaba_critical_calls',
    help: 'Critical results about which no one was reached yet, by tier, and open or overdue.',
    labelNames: ['tier', 'state'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const tier of tiers) for (const state of ['open', 'overdue']) this.set({ tier, state }, 0)
      for (const { tier, overdue, n } of await repository.countOpen(db, clock.now()))
        this.set({ tier, state: overdue ? 'overdue' : 'open' }, n)
    },
  })
}
