import { kobo } from '@labalaba/contract'
import type { Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { recordEarningAvailable, recordEarningWithheld } from '../../ledger/index.ts'
import { lockOrder, type OrderRow } from '../../orders/index.ts'
import * as repository from '../repository.ts'
import { takenBy } from './policy.ts'
import { refundsOfPayment } from './repository.ts'

/** A card that has paid for this many people in a doctor's own checkout counts as the doctor's. */
const peopleOfOneCard = 3

/**
 * Makes the earning of an order available to the doctor who booked, less what refunds took back. It is withheld if the
 * doctor's own card paid, or an operator has suspended the doctor meanwhile. Called after the transition, in the
 * transaction that releases the result. Calling it again has no effect. Throws `wrong_state` before the result is released.
 */
export async function releaseEarning(tx: Tx, seen: Pick<OrderRow, 'id'>, at: Date): Promise<void> {
  const order = await lockOrder(tx, seen.id)
  if (order.state !== 'results_ready') throw new DomainError('wrong_state')
  const settled = await repository.settledOf(tx, order.id)
  if (!settled) throw new Error(`order ${order.id} has a result and no payment`)
  const taken = takenBy(await refundsOfPayment(tx, settled.id))
  const earning = {
    orderReference: order.reference,
    doctorId: order.account_id,
    amount: kobo(order.doctor_share_kobo - taken.doctor),
    at,
  }
  const isWithheld =
    earning.amount > 0 &&
    ((await repository.isSuspendedDoctor(tx, order.account_id)) ||
      (await repository.isDoctorsCard(tx, settled, order.account_id, peopleOfOneCard)))
  await (isWithheld ? recordEarningWithheld(tx, earning) : recordEarningAvailable(tx, earning))
}
