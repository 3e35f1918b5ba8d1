import {
  cancelOrder,
  koboFromNaira,
  refundPayment,
  releasePayment,
  retryRefund as retryRefundCall,
} from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { type Server, serve } from '../../../infra/http/http.ts'
import { orderById, ownOrder } from '../../orders/index.ts'
import * as repository from '../repository.ts'
import { cancelBooking } from './cancel.ts'
import { refundPart } from './part.ts'
import { presentRefund } from './present.ts'
import { releaseHeld } from './release.ts'
import { refundsOfPayment } from './repository.ts'
import { requestRefund } from './request.ts'
import { retryRefund } from './retry.ts'

/** Serves cancelling the user's own booking, and the operators' acts on payments. */
export function refundRoutes(
  server: Server,
  { db, clock }: { readonly db: Db; readonly clock: Clock },
): void {
  serve(server, cancelOrder, async ({ actor, params, body }) => {
    const own = await ownOrder(db, actor.accountId, params.reference)
    if (!own) throw new DomainError('not_found')
    const role = actor.type === 'doctor' ? 'doctor' : 'patient'
    const asked = {
      refundTo: body?.refundTo ?? 'source',
      reason: body?.reason ?? 'the person who booked cancelled',
    }
    const refund = await db.transaction().execute((tx) => cancelBooking(tx, own, role, asked, clock.now()))
    const state = (await orderById(db, own.id))?.state ?? 'cancelled'
    return { data: { state, refund: refund && presentRefund(refund) } }
  })

  serve(server, refundPayment, async ({ params, body }) => {
    const { reason, key } = body
    const amount = body.amount === undefined ? undefined : koboFromNaira(body.amount)
    if (amount === null) throw new DomainError('invalid', { fields: { amount: 'give two decimals at most' } })
    const payment = await paymentOf(db, params.reference)
    const now = clock.now()
    await db.transaction().execute(async (tx) => {
      const asker = body.onBehalfOf === 'lab' ? 'lab' : 'operator'
      if (amount === undefined) await requestRefund(tx, payment.id, reason, asker, now)
      else await refundPart(tx, payment, { amount, reason, key, actor: 'operator' }, now)
    })
    const [after, refunds] = [await paymentOf(db, params.reference), await refundsOfPayment(db, payment.id)]
    return { data: { state: after.state, refunds: refunds.map(presentRefund) } }
  })

  serve(server, retryRefundCall, async ({ params }) => {
    const state = await db.transaction().execute((tx) => retryRefund(tx, params.id, 'operator', clock.now()))
    return { data: { state } }
  })

  serve(server, releasePayment, async ({ params }) => {
    const payment = await paymentOf(db, params.reference)
    await db.transaction().execute((tx) => releaseHeld(tx, payment, clock.now()))
    return { data: { state: (await paymentOf(db, params.reference)).state } }
  })
}

async function paymentOf(db: Db, reference: string): Promise<repository.PaymentRow> {
  const payment = await repository.paymentByReference(db, reference)
  if (!payment) throw new DomainError('not_found')
  return payment
}
