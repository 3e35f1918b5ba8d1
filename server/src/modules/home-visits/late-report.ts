import { formatMoment } from '@labalaba/contract'
import type { Tx } from '../../db.ts'
import { openCase } from '../cases/index.ts'
import type { OrderRow } from '../orders/index.ts'
import type { AskedOfOperators } from './acts.ts'

/** A report of a phone that came too late to count by itself. */
type LateWord = {
  readonly visitId: string
  readonly order: OrderRow
  readonly what: AskedOfOperators
  readonly saidAt: Date | null
}

const claims = {
  fee: 'No one gave a sample in the time that was promised',
  samples: 'Samples were taken before the booking was cancelled',
} as const

/** Opens a case for a report that came too late to move money: a person decides, and no fee is charged until then. */
export async function openLateReportCase(
  tx: Tx,
  { visitId, order, what, saidAt }: LateWord,
  now: Date,
): Promise<void> {
  const found = {
    ...{ says: claims[what], said_at: saidAt && formatMoment(saidAt), heard_at: formatMoment(now) },
  }
  await openCase(
    tx,
    {
      ...{ kind: 'visit_late_word', subject: `${visitId} ${what}`, orderReference: order.reference },
      ...{ amount: order.collection_fee_kobo, found },
    },
    now,
  )
}
