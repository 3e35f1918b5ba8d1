import type { Db } from '../../../db.ts'
import { doctorNameOf } from '../../accounts/index.ts'
import type { OrderRow } from '../repository.ts'

/** The name of the doctor who receives a share of an order, as its patient sees it; null if there is none. */
export async function earningDoctor(
  db: Db,
  order: Pick<OrderRow, 'account_id' | 'doctor_share_kobo'>,
): Promise<string | null> {
  return order.doctor_share_kobo > 0 ? await doctorNameOf(db, order.account_id) : null
}
