import type { Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { PaymentRow } from '../repository.ts'
import * as repository from './repository.ts'

/**
 * Throws `payment_disputed` while a bank disputes a payment, and if the bank has taken the money: it would be paid out
 * twice. The caller holds the lock of the payment, so that no dispute of it begins or ends meanwhile.
 */
export async function refuseDisputed(tx: Tx, payment: Pick<PaymentRow, 'id'>): Promise<void> {
  if (await repository.isDisputed(tx, payment.id)) throw new DomainError('payment_disputed')
}
