import type { Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { type CaseKind, type CaseRow, lockCase, setClosed } from '../../cases/index.ts'
import { isUnmended } from '../refunds/repository.ts'
import { paymentByReference } from '../repository.ts'

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
