import { lagosDate } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Log } from '../../../infra/observability/log.ts'
import { hasCase, openCase } from '../../cases/index.ts'
import { openDisputes } from '../disputes/repository.ts'
import type { Provider } from '../paystack/paystack.ts'
import { settleFromPaystack } from '../settle.ts'
import * as events from '../webhook/repository.ts'
import { daysDue } from './days.ts'
import { reconcileDay } from './reconcile.ts'
import * as repository from './repository.ts'
import { joinRestoreCase } from './restore-case.ts'

/** How many days are read to find those that are due: more than are ever compared again. */
const remembered = 120

/**
 * Compares every day that is due with Paystack's lists, and looks for work for operators: webhooks about unknown payments,
 * and disputes that are nearly due. Only one worker compares at a time.
 */
export async function watchMoney(provider: Provider, log: Log): Promise<void> {
  const { db, clock } = provider
  await watchDisputes(db, log, clock.now())
  await watchOrphans(provider)
  const first = await repository.firstAttemptAt(db)
  const looked = (await repository.newestOf(db, remembered)).map((row) => ({
    day: row.day,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  }))
  for (const day of daysDue(clock.now(), first && lagosDate(first), looked)) {
    const reconciled = await reconcileDay(provider, day, clock.now())
    if (reconciled.outcome !== 'done') {
      log.warn({ day, outcome: reconciled.outcome }, 'a day could not be compared and is tried again')
      return
    }
    const { mended, cases, ofOtherMode } = reconciled
    log.info({ day, mended, cases }, 'a day was compared with Paystack')
    if (ofOtherMode.length > 0)
      log.warn({ day, references: ofOtherMode.slice(0, 10) }, 'Paystack lists money of its other mode')
  }
}

/** A webhook may arrive before its attempt is committed; after this time, in milliseconds, the payment is not ours. */
const patience = 15 * 60 * 1000
/** More than these come only if something else is wrong; the next run takes the rest. */
const batch = 20

/**
 * Opens cases for webhooks about money for a payment that we do not know. Paystack is queried first; if it does not
 * respond, the next run tries again. Returns how many cases were opened.
 */
export async function watchOrphans(provider: Provider): Promise<number> {
  const { db, clock, paystack } = provider
  const now = clock.now()
  let opened = 0
  for (const orphan of await events.orphans(db, new Date(now.getTime() - patience), batch)) {
    const { reference } = orphan
    const found = await settleFromPaystack(provider, reference)
    if (found?.answered) await events.closeEvent(db, orphan, 'applied', now)
    if (found) continue
    const truth = await paystack.verify(reference, 'later')
    if (truth.kind === 'unknown') continue
    const money = truth.kind === 'yes' ? truth.value : null
    if (money && money.domain !== paystack.domain) await events.closeEvent(db, orphan, 'ignored', now)
    else if (!(await hasCase(db, 'unknown_at_paystack', reference)))
      await db.transaction().execute(async (tx) => {
        const facts = { theirs_state: money?.status ?? 'unknown', theirs_amount: money?.amount ?? null }
        const about = { subject: reference, amount: money?.currency === 'NGN' ? money.amount : null }
        const paid = { theirs_paid_at: money?.paidAt?.toISOString() ?? null }
        if (await joinRestoreCase(tx, { kind: 'unknown_at_paystack', ...about, found: paid }, now)) return
        if (await openCase(tx, { kind: 'orphan_webhook', ...about, found: facts }, now)) opened += 1
      })
  }
  return opened
}

/** With less time than this left, in milliseconds, an alarm is raised. */
const alarming = 4 * 60 * 60 * 1000

/** Logs an alarm for each dispute that we have not answered and that is nearly due. Returns their number. */
export async function watchDisputes(db: Db, log: Log, now: Date): Promise<number> {
  const due = (await openDisputes(db)).filter(
    ({ status, due_at }) =>
      status === 'awaiting-merchant-feedback' &&
      due_at !== null &&
      due_at.getTime() - now.getTime() < alarming,
  )
  for (const { provider_id, transaction_reference, due_at } of due)
    log.error(
      { alarm: 'dispute', dispute: provider_id, payment: transaction_reference, dueAt: due_at },
      'a dispute has no answer and is nearly due: answer it, or the money is lost',
    )
  return due.length
}
