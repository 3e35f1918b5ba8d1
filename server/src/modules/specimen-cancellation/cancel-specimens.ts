import { kobo } from '@labalaba/contract'
import type { Tx } from '../../db.ts'
import { publish } from '../../events.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { writeDown } from '../audit/index.ts'
import { openCase } from '../cases/index.ts'
import { type CancelledAmount, cancelledAmountOf, lockOpenVisit } from '../home-visits/index.ts'
import { lockOrder } from '../orders/index.ts'
import { finishOrder } from '../results/index.ts'
import { freeWindows } from '../scheduling/index.ts'
import { type CancellingActor, cancelOutstanding, specimensOf } from '../specimens/index.ts'

/**
 * Cancels the outstanding specimens of an order: those that would have to be taken again. The order advances as far as its other specimens and results
 * allow, and an operator gets a case about the money. Calling it again has no effect. Returns what the cancelled
 * tests cost, in kobo. Throws DomainError `wrong_state`, also while a phlebotomist is on the way, and if the outstanding
 * specimens differ from those that the caller saw.
 */
export async function cancelSpecimens(
  tx: Tx,
  orderId: number,
  by: CancellingActor & { readonly accessions: readonly string[] | 'all' },
): Promise<CancelledAmount> {
  const seen = await lockOrder(tx, orderId)
  const visit = await lockOpenVisit(tx, orderId)
  const before = await specimensOf(tx, orderId)
  const { order, cancelled } = await cancelOutstanding(tx, seen, by)
  const [first] = cancelled
  if (!first) return { kobo: 0, isPartOfPackage: false }
  if (visit?.state === 'on_the_way') throw new DomainError('wrong_state')
  const amount = await cancelledAmountOf(tx, orderId, before, cancelled)
  // An operator refunds the tests not done. The case names no test.
  await openCase(
    tx,
    {
      kind: 'samples_given_up',
      orderReference: order.reference,
      // The visit that could not take them, or the specimen that replaces a rejected one.
      subject: first.untaken?.visitId ?? first.id,
      amount: amount.kobo > 0 ? kobo(amount.kobo) : null,
      found: { samples_given_up: cancelled.length, part_of_a_package: amount.isPartOfPackage },
    },
    by.at,
  )
  if (by.actor === 'operator') {
    const entry = { order_id: orderId, role: 'operator', account_id: by.accountId } as const
    await writeDown(tx, [{ ...entry, what: 'sample_handled', at: by.at }])
    // An owner who cancelled them needs no notification.
    await publish(tx, 'order.specimens_cancelled_by_operator', { orderId, noticeKey: first.id })
  }
  await publish(tx, 'order.specimens_cancelled', { orderId })
  if (order.state === 'scheduled') return amount
  await freeWindows(tx, [orderId])
  await finishOrder(tx, order, by.at)
  return amount
}
