import type { Tx } from '../../db.ts'
import { DomainError } from '../../platform/domain-error.ts'
import type { PaymentRow } from '../rows.ts'
import * as rows from './rows.ts'

/**
 * Refuses `payment_disputed` while a bank looks into a payment, and where it has taken the money: it would leave twice. The
 * caller holds the lock of the payment, so that no dispute of it begins or ends meanwhile.
 */
export async function refuseDisputed(tx: Tx, payment: Pick<PaymentRow, 'id'>): Promise<void> {
  if (await rows.isDisputed(tx, payment.id)) throw new DomainError('payment_disputed')
}
