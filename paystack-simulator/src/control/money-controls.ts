import type { FastifyInstance } from 'fastify'
import { effective, settleNow } from '../balance/settlements.ts'
import type { Context } from '../context.ts'
import { isoTime } from '../context.ts'
import { createRefund } from '../refund/refunds.ts'
import type { Refund } from '../refund/repository.ts'
import { allRefunds } from '../refund/repository.ts'
import { remainingOf } from '../transaction/remaining.ts'
import { allTransactions, transactionById } from '../transaction/repository.ts'
import { controlObject } from './control-object.ts'
import { known } from './known.ts'
import { readNothing, readRefundOrder } from './requests.ts'
import { truthOf } from './truth.ts'

/** The transactions and refunds, the true totals, and what the merchant does in the dashboard. */
export function moneyControls(control: FastifyInstance, context: Context): void {
  control.get('/transactions', (request) =>
    allTransactions(context).map((transaction) => controlObject(context, transaction, request.host)),
  )
  // Payouts are not simulated yet, so there are no transfers.
  control.get('/transfers', () => [])
  control.get('/truth', () => truthOf(context))
  control.get('/refunds', () => allRefunds(context).map((refund) => refundView(context, refund)))

  // A refund in the dashboard, which the product does not know of (section 1.6).
  control.post<{ Params: { reference: string } }>('/transactions/:reference/refund', (request) => {
    const { amount, webhook } = readRefundOrder(request.body)
    const found = known(context, request.params.reference)
    const order = {
      transaction: found.reference,
      amount: amount ?? remainingOf(context, found),
      merchant_note: 'Refunded in the dashboard',
    }
    return refundView(context, createRefund(context, order, !webhook).refund)
  })

  control.post('/settle', (request) => {
    readNothing(request.body)
    const settlement = settleNow(context)
    const { id, processed, fees, deductions } = settlement
    return { id, amount: effective(settlement), processed, fees, deductions, currency: 'NGN' }
  })
}

function refundView(context: Context, refund: Refund): Record<string, unknown> {
  const { id, transactionId, amount, currency, status, merchantNote, createdAt } = refund
  const reference = transactionById(context, transactionId)?.reference ?? null
  return { id, reference, amount, currency, status, merchantNote, createdAt: isoTime(createdAt) }
}
