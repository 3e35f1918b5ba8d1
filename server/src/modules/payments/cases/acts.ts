import { koboFromNaira, type MoneyCase } from '@labalaba/contract'
import type { Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { type CaseKind, type CaseRow, lockCase, setClosed } from '../../cases/index.ts'
import { isUnmended } from '../refunds/repository.ts'
import { paymentByReference } from '../repository.ts'
import { paymentOf } from './sides.ts'

type Act = MoneyCase['acts'][number]

/**
 * What ends each kind of case: each has at least one act. `close` records a note of what was done elsewhere, for kinds that
 * hold no one's money. The others close by themselves once their money has moved on.
 */
export const endings: Readonly<Record<CaseKind, readonly (Act | 'close')[]>> = {
  held_money: ['give_back', 'release', 'returned_outside'],
  refund_stuck: ['bank_details', 'close'],
  refund_failed: ['retry', 'as_credit', 'returned_outside'],
  dispute: ['answer', 'close'],
  unknown_at_paystack: ['close'],
  missing_at_paystack: ['close'],
  amount_differs: ['close'],
  reversed_outside: ['returned_outside', 'close'],
  refund_unknown: ['returned_outside', 'close'],
  books_differ: ['close'],
  late_choice: ['cancel_booking', 'close'],
  visit_late_word: ['close'],
  result_withdrawn: ['close'],
  samples_given_up: ['close'],
  sample_awaited: ['give_up_samples', 'cancel_booking', 'close'],
  samples_missing: ['close'],
  critical_call_overdue: ['close'],
  critical_call_failed: ['close'],
  orphan_webhook: ['close'],
  restored: ['close'],
}

type CaseFacts = { readonly row: CaseRow; readonly found: Readonly<Record<string, unknown>> }

/** Conditions under which an act of the case's kind applies to this case. */
const fits: Readonly<Partial<Record<Act, (known: CaseFacts) => boolean>>> = {
  // Money of Paystack's other mode cannot be returned with our key.
  give_back: ({ found }) => found.why !== 'wrong_domain',
  release: ({ row, found }) =>
    found.why === 'wrong_amount' && row.amount_kobo !== null && row.amount_kobo >= moneyIn(found.due),
  bank_details: ({ found }) => found.word === 'needs-attention',
  // Money that came by a link may be another person's.
  as_credit: ({ found }) => found.no_credit !== true,
  // An order with started work continues; if no work was started, the booking is cancelled instead.
  give_up_samples: ({ found }) => found.is_begun === true,
  cancel_booking: ({ row, found }) => row.kind !== 'sample_awaited' || found.is_begun !== true,
  answer: ({ found }) => found.theirs_state === 'awaiting-merchant-feedback',
  returned_outside: ({ row }) => row.kind === 'refund_failed' || paymentOf(row) !== null,
}

/** The acts that an operator can take on a case on its page, besides closing it; none once it is closed. */
export function actsFor(row: CaseRow): MoneyCase['acts'] {
  if (row.closed_at) return []
  const known = { row, found: Object(row.found) }
  const acts = endings[row.kind].filter((act) => act !== 'close')
  return acts.filter((act) => fits[act]?.(known) ?? true)
}

/** Kobo from a number of kobo or a text in naira; infinity if it is neither. */
function moneyIn(value: unknown): number {
  if (typeof value === 'number') return value
  return koboFromNaira(String(value).replaceAll(/[₦,]/g, '')) ?? Number.POSITIVE_INFINITY
}

const stillWaits: Partial<Record<CaseKind, string>> = {
  held_money:
    'This money still waits with us. Give it back, let it pay its order, or record that it went back outside this site. Then the case closes by itself.',
  refund_failed:
    'This money still waits with us. Try the refund again, give it as credit, or record that it went back outside this site. Then the case closes by itself.',
}

/**
 * Closes a case with a note of what was done. Closing it again keeps the first note. Throws `not_found`, and `wrong_state`
 * while its money waits with us: without an open case it would be in no list.
 */
export async function closeCase(
  tx: Tx,
  id: number,
  { by, note }: { readonly by: number | null; readonly note: string },
  now: Date,
): Promise<CaseRow> {
  const found = await lockCase(tx, id)
  if (!found) throw new DomainError('not_found')
  if (found.closed_at) return found
  const message = stillWaits[found.kind]
  if (message && (await moneyWaits(tx, found))) throw new DomainError('wrong_state', { message })
  return await setClosed(tx, id, { at: now, by, note })
}

async function moneyWaits(tx: Tx, { kind, subject }: CaseRow): Promise<boolean> {
  if (kind === 'refund_failed') return await isUnmended(tx, subject)
  return (await paymentByReference(tx, subject))?.state === 'held'
}
