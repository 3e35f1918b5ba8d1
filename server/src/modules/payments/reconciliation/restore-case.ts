import { formatMoment, formatNaira } from '@labalaba/contract'
import type { Tx } from '../../../db.ts'
import { addFound, type CaseRow, type Found, openCase } from '../../cases/index.ts'
import { attemptLife } from '../policy.ts'
import * as repository from './restore-repository.ts'

/** The clocks of Paystack and of our database may differ by so many seconds. */
const skew = 300
/** The case itself names so many payments at most; the command after-restore prints all. */
const mostNamed = 50

/**
 * Adds money that only Paystack knows to the case of the restore that lost its order, instead of a case of its own. Returns
 * whether there is such a restore. Safe to repeat.
 */
export async function joinRestoreCase(tx: Tx, found: Found, now: Date): Promise<boolean> {
  const { kind, subject, amount } = found
  if (kind !== 'unknown_at_paystack' && kind !== 'refund_unknown') return false
  const time = found.found?.[kind === 'refund_unknown' ? 'theirs_created_at' : 'theirs_paid_at']
  if (typeof time !== 'string') return false
  // A payer can still pay an attempt that was started before the restore.
  const wider = { before: skew, after: attemptLife / 1000 }
  const restore = await repository.restoreAt(tx, new Date(time), wider)
  if (!restore) return false
  const finding = { kind, subject, incarnation_id: restore.id, amount_kobo: amount ?? null, found_at: now }
  if (await repository.insertFinding(tx, finding)) await openOrUpdate(tx, restore, now)
  return true
}

/** Opens the one case of a restore, with what is found so far. */
export async function openRestoreCase(tx: Tx, incarnationId: string, now: Date): Promise<void> {
  await openOrUpdate(tx, await repository.restoreById(tx, incarnationId), now)
}

async function openOrUpdate(tx: Tx, restore: repository.RestoreRow, now: Date): Promise<CaseRow | null> {
  const subject = `Restore ${restore.number}`
  const findings = await repository.findingsOf(tx, restore.id)
  const listOf = (kind: 'unknown_at_paystack' | 'refund_unknown') =>
    listed(findings.filter((one) => one.kind === kind))
  const found = {
    restored_to: formatMoment(restore.restored_to),
    lost_until: formatMoment(restore.in_use_until),
    lost_payments: listOf('unknown_at_paystack'),
    lost_refunds: listOf('refund_unknown'),
  }
  const opened = await openCase(tx, { kind: 'restored', subject, found }, now)
  if (!opened) await addFound(tx, 'restored', subject, found)
  return opened
}

type Listed = Awaited<ReturnType<typeof repository.findingsOf>>

/** "2: bk-1 (₦10,000), bk-2 (₦5,000)"; null if there is none. */
function listed(findings: Listed): string | null {
  if (findings.length === 0) return null
  const named = findings
    .slice(0, mostNamed)
    .map(({ subject, amount_kobo: kobo }) => (kobo === null ? subject : `${subject} (${formatNaira(kobo)})`))
  const more = findings.length - named.length
  return `${findings.length}: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
