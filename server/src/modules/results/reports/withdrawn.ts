import type { Tx } from '../../../db.ts'
import { openCase } from '../../cases/index.ts'

/** A result with a withdrawn version. */
type Withdrawn = {
  readonly reportId: string
  readonly number: number
  readonly order: { readonly reference: string }
  readonly because: string
}

/** Opens a case for a withdrawn result: no money moves automatically, and a person decides about it. */
export async function openWithdrawn(tx: Tx, withdrawn: Withdrawn, now: Date): Promise<void> {
  const { reportId, number, order, because } = withdrawn
  await openCase(
    tx,
    {
      ...{ kind: 'result_withdrawn', subject: `${reportId} ${number}`, orderReference: order.reference },
      found: { the_lab_says: because.replace('_', ' ') },
    },
    now,
  )
}
