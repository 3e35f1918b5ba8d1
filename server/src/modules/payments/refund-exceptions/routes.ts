import {
  cancelOrderFor,
  creditRefund,
  giveBankDetails as giveBankDetailsCall,
  koboFromNaira,
  listBanks,
  recordRefundReturn,
  recordReturn,
  returnKeptFee as returnKeptFeeCall,
} from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { type Server, serve } from '../../../infra/http/http.ts'
import { orderById, orderByReference } from '../../orders/index.ts'
import type { Paystack, Provider } from '../paystack/paystack.ts'
import { cancelBooking } from '../refunds/cancel.ts'
import { presentRefund } from '../refunds/present.ts'
import * as repository from '../repository.ts'
import { giveBankDetails } from './details.ts'
import { returnKeptFee } from './fee.ts'
import { creditFailed } from './outside.ts'
import { recordRefundOutside, recordReturnOutside } from './record.ts'

type EndingDependencies = Omit<Provider, 'paystack'> & { readonly paystack: Paystack | null }

/** Serves the acts of operators that settle open money. */
export function endingRoutes(server: Server, deps: EndingDependencies): void {
  serveOrders(server, deps)
  serveFailed(server, deps)
  serveBanks(server, deps)
}

function serveOrders(server: Server, deps: EndingDependencies): void {
  const { db, clock } = deps
  serve(server, cancelOrderFor, async ({ params, body }) => {
    const order = await orderByReference(db, params.reference)
    if (!order) throw new DomainError('not_found')
    const actor = body.onBehalfOf === 'lab' ? 'lab' : 'operator'
    const refund = await db.transaction().execute((tx) => cancelBooking(tx, order, actor, body, clock.now()))
    const state = (await orderById(db, order.id))?.state ?? 'cancelled'
    return { data: { state, refund: refund && presentRefund(refund) } }
  })

  serve(server, recordReturn, async ({ params, body }) => {
    const { amount, ...said } = body
    const part = amount === undefined ? undefined : koboFromNaira(amount)
    if (part === null) throw new DomainError('invalid', { fields: { amount: 'give two decimals at most' } })
    const all = { ...said, ...(part !== undefined && { amount: part }) }
    return { data: { state: await recordReturnOutside(deps, params.reference, all) } }
  })

  serve(server, returnKeptFeeCall, async ({ params, body }) => {
    const payment = await paymentOf(db, params.reference)
    const refund = await db.transaction().execute((tx) => returnKeptFee(tx, payment, body, clock.now()))
    const { state } = await paymentOf(db, params.reference)
    return { data: { state, refund: presentRefund(refund) } }
  })
}

function serveFailed(server: Server, deps: EndingDependencies): void {
  const { db, clock } = deps
  serve(server, recordRefundReturn, async ({ params, body }) => {
    return { data: { state: await recordRefundOutside(deps, params.id, body) } }
  })

  serve(server, creditRefund, async ({ params }) => {
    const state = await db.transaction().execute((tx) => creditFailed(tx, params.id, clock.now()))
    return { data: { state } }
  })
}

function serveBanks(server: Server, { db, clock, paystack }: EndingDependencies): void {
  serve(server, giveBankDetailsCall, async ({ params, body }) => {
    if (!paystack) throw new DomainError('payments_not_configured')
    const refund = await giveBankDetails({ db, clock, paystack }, params.id, body)
    return { data: { state: presentRefund(refund).state } }
  })

  serve(server, listBanks, async () => {
    if (!paystack) throw new DomainError('payments_not_configured')
    const banks = await paystack.banks()
    if (banks.kind !== 'yes') throw new DomainError('paystack_silent')
    return { data: banks.value.map(({ id, name }) => ({ id, name })) }
  })
}

async function paymentOf(db: Db, reference: string): Promise<repository.PaymentRow> {
  const payment = await repository.paymentByReference(db, reference)
  if (!payment) throw new DomainError('not_found')
  return payment
}
