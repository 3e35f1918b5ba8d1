import type { Kobo } from '@labalaba/contract'
import type { Tx } from '../../db.ts'
import { publish } from '../../events.ts'
import { type CaseRow, insertCase } from './repository.ts'

export type CaseKind = CaseRow['kind']

/** What a person must decide about. It names no patient, only references, amounts and states. */
export type Found = {
  readonly kind: CaseKind
  /** The reference of what it is about, for example a payment, refund or dispute. */
  readonly subject: string
  readonly orderReference?: string | null
  readonly amount?: Kobo | null
  /** The facts that each side reports. */
  readonly found?: Readonly<Record<string, string | number | boolean | null>>
  readonly dueAt?: Date | null
}

/**
 * Opens a case in the transaction that finds it, and notifies operators. If a case of this kind about the subject is
 * already open, this has no effect. Returns the case if it was opened now, else null.
 */
export async function openCase(tx: Tx, found: Found, now: Date): Promise<CaseRow | null> {
  const opened = await insertCase(tx, {
    kind: found.kind,
    subject: found.subject,
    order_reference: found.orderReference ?? null,
    amount_kobo: found.amount ?? null,
    found: found.found ?? {},
    opened_at: now,
    due_at: found.dueAt ?? null,
  })
  if (opened) await publish(tx, 'payment.case_opened', { caseId: opened.id })
  return opened ?? null
}
