import { koboFromNaira, type MoneyCase } from '@labalaba/contract'
import type { CaseKind, CaseRow } from '../../case/index.ts'
import { paymentOf } from './sides.ts'

type Act = MoneyCase['acts'][number]

/**
 * What ends each kind of case: each has at least one act. `close` is a note of what was done elsewhere, for kinds that hold
 * no money of anybody's; the others close by themselves once their money has gone on.
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
  orphan_webhook: ['close'],
}

type Known = { readonly row: CaseRow; readonly found: Readonly<Record<string, unknown>> }

/** When an act that could end a case of its kind can end this one. */
const fits: Readonly<Partial<Record<Act, (known: Known) => boolean>>> = {
  // Money of Paystack's other mode cannot go back with our key.
  give_back: ({ found }) => found.why !== 'wrong_domain',
  release: ({ row, found }) =>
    found.why === 'wrong_amount' && row.amount_kobo !== null && row.amount_kobo >= moneyIn(found.due),
  bank_details: ({ found }) => found.word === 'needs-attention',
  // What came by a link may be somebody else's.
  as_credit: ({ found }) => found.no_credit !== true,
  // What was begun goes on; where nothing was, the booking is cancelled instead.
  give_up_samples: ({ found }) => found.is_begun === true,
  cancel_booking: ({ row, found }) => row.kind !== 'sample_awaited' || found.is_begun !== true,
  answer: ({ found }) => found.theirs_state === 'awaiting-merchant-feedback',
  returned_outside: ({ row }) => row.kind === 'refund_failed' || paymentOf(row) !== null,
}

/** What can be done about a case by one who reads it here, beside closing it; nothing once it is closed. */
export function actsFor(row: CaseRow): MoneyCase['acts'] {
  if (row.closed_at) return []
  const known = { row, found: Object(row.found) }
  const acts = endings[row.kind].filter((act) => act !== 'close')
  return acts.filter((act) => fits[act]?.(known) ?? true)
}

/** Kobo, or naira as they are written; more than anything where it is neither. */
function moneyIn(value: unknown): number {
  if (typeof value === 'number') return value
  return koboFromNaira(String(value).replaceAll(/[₦,]/g, '')) ?? Number.POSITIVE_INFINITY
}
