import type { Kobo } from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'
import { publish } from '../../events.ts'
import { DomainError } from '../../platform/domain-error.ts'
import * as payments from '../rows.ts'
import * as rows from './rows.ts'

export type CaseKind = rows.CaseRow['kind']

/** What a person must decide about. Of a patient nothing but references; amounts and states only. */
export type Found = {
  readonly kind: CaseKind
  /** The reference of the payment, refund or dispute that it is about. */
  readonly subject: string
  readonly orderReference?: string | null
  readonly amount?: Kobo | null
  /** What each side says. */
  readonly found?: Readonly<Record<string, string | number | boolean | null>>
  readonly dueAt?: Date | null
}

/**
 * Opens a case in the transaction that finds it, and operators are told. Finding the same again while it is open is
 * harmless. Answers the case where it was opened now.
 */
export async function openCase(tx: Tx, found: Found, now: Date): Promise<rows.CaseRow | null> {
  const opened = await rows.insertCase(tx, {
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

const stillWaits: Partial<Record<CaseKind, string>> = {
  held_money:
    'This money still waits with us. Give it back, release it to its order, or write down that it went back outside, and the case closes by itself.',
  refund_failed:
    'This money still waits with us. Try the refund again, make it credit, or write down that it went back outside, and the case closes by itself.',
}

/**
 * Closes a case with a note of what was done. Closing again keeps the first note. Refuses `not_found`, and `wrong_state`
 * while its money waits with us: without its case it would stand in no list.
 */
export async function closeCase(
  tx: Tx,
  id: number,
  { by, note }: { readonly by: number | null; readonly note: string },
  now: Date,
): Promise<rows.CaseRow> {
  const found = await rows.lockCase(tx, id)
  if (!found) throw new DomainError('not_found')
  if (found.closed_at) return found
  const message = stillWaits[found.kind]
  if (message && (await moneyWaits(tx, found))) throw new DomainError('wrong_state', { message })
  return await rows.setClosed(tx, id, { at: now, by, note })
}

async function moneyWaits(tx: Tx, { kind, subject }: rows.CaseRow): Promise<boolean> {
  if (kind === 'refund_failed') return await rows.isUnmended(tx, subject)
  return (await payments.paymentByReference(tx, subject))?.state === 'held'
}

/** Closes the open case of a kind about a subject, where there is one: what it waited for has happened. */
export async function closeCaseAbout(
  tx: Tx,
  kind: CaseKind,
  subject: string,
  note: string,
  now: Date,
): Promise<void> {
  await rows.setClosedByItself(tx, kind, subject, { at: now, note })
}

/** Closes the open cases of some kinds about an order, whatever of it they are about. */
export async function closeCasesOfOrder(
  tx: Tx,
  kinds: readonly CaseKind[],
  reference: string,
  note: string,
  now: Date,
): Promise<void> {
  for (const { kind, subject } of await rows.openOfOrder(tx, kinds, reference))
    await rows.setClosedByItself(tx, kind, subject, { at: now, note })
}

/** One page of the open or the closed cases, and how many there are. */
export async function listCases(db: Db, asked: { open: boolean; page: number; limit: number }) {
  return await rows.casesOf(db, asked.open, asked.page, asked.limit)
}
