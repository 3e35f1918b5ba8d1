import { openCase } from '../../case/index.ts'
import type { Tx } from '../../db.ts'

/** A result of which a lab has taken a version back. */
type Withdrawn = {
  readonly reportId: string
  readonly number: number
  readonly order: { readonly reference: string }
  readonly because: string
}

/** A lab has taken a released result back: no money moves by itself, and a person decides what becomes of it. */
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
