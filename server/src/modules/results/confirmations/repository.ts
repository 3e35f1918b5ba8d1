import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { ValueConfirmation } from '../../../tables.ts'
import { writeDown } from '../../audit/index.ts'
import type { VersionRow } from '../reports/repository.ts'

export type ConfirmationRow = Selectable<ValueConfirmation> & { readonly confirmed_name: string }

/** Why values of these reports that stop are right, for each entry of each version. */
export async function confirmationsOf(db: Db, reportIds: readonly string[]): Promise<ConfirmationRow[]> {
  if (reportIds.length === 0) return []
  return await db
    .selectFrom('value_confirmation')
    .innerJoin('account', 'account.id', 'value_confirmation.confirmed_by')
    .selectAll('value_confirmation')
    .select('account.name as confirmed_name')
    .where('report_id', 'in', [...reportIds])
    .orderBy('report_id')
    .orderBy('value_confirmation.id')
    .execute()
}

/** Whether a confirmation is about a version as it is entered now. */
export function isConfirmationOf(
  { number, entered_at: enteredAt }: Pick<VersionRow, 'number' | 'entered_at'>,
  one: Pick<ConfirmationRow, 'number' | 'entered_at'>,
): boolean {
  return one.number === number && one.entered_at.getTime() === enteredAt.getTime()
}

/** Records confirmations, each with its audit entry. */
export async function insertConfirmations(
  tx: Tx,
  orderId: number,
  rows: readonly Insertable<ValueConfirmation>[],
): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('value_confirmation')
    .values([...rows])
    .execute()
  const entries = rows.map(({ report_id, number, confirmed_by: account_id, confirmed_at: at }) => ({
    ...{ order_id: orderId, account_id, at, report_id, report_number: number },
    ...({ role: 'lab', what: 'value_confirmed' } as const),
  }))
  await writeDown(tx, entries)
}
