import * as calls from '@labalaba/contract'
import { type Kobo, koboFromNaira, type MoneyCase, nairaOf, type Reconciliation } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { paginate, type Server, serve } from '../../infra/http/http.ts'
import { type CaseRow, casesOf } from '../cases/index.ts'
import { type OrderRow, orderById, orderByReference, ownOrder } from '../orders/index.ts'
import { releaseHeld } from './capture.ts'
import { actsFor, closeCase } from './cases/acts.ts'
import { paymentOf, sidesOf } from './cases/sides.ts'
import { caseWords } from './cases/words.ts'
import { answerDispute } from './disputes/answer.ts'
import type { MaybeProvider } from './paystack/paystack.ts'
import { openReceiptRenderer } from './receipts/receipts.ts'
import { pageOf, type ReconciliationRow } from './reconciliation/repository.ts'
import { cancelBooking, requestRefund } from './refunds/cancel.ts'
import { creditFailed, giveBankDetails, retryRefund } from './refunds/failed.ts'
import { recordRefundOutside, recordReturnOutside } from './refunds/outside.ts'
import { refundPart, refundRetainedFee } from './refunds/part.ts'
import { presentRefund } from './refunds/present.ts'
import { type RefundRow, refundsOfPayment } from './refunds/repository.ts'
import { type PaymentRow, paymentByReference } from './repository.ts'

/** Serves cancellation, and to operators refunds, cases, disputes and reconciliation. */
export function paymentRoutes(server: Server, deps: MaybeProvider): void {
  serveCancellation(server, deps)
  servePayments(server, deps)
  serveFailedRefunds(server, deps)
  serveCases(server, deps)
  serveDisputes(server, deps)
  serve(server, calls.listReconciliations, async ({ query }) => {
    const { rows, total } = await pageOf(deps.db, query.page, query.limit)
    return { data: rows.map(presentDay), pagination: paginate(total, query) }
  })
}

function serveCancellation(server: Server, { db, clock }: MaybeProvider): void {
  serve(server, calls.cancelOrder, async ({ actor, params, body }) => {
    const own = await ownOrder(db, actor.accountId, params.reference)
    if (!own) throw new DomainError('not_found')
    const role = actor.type === 'doctor' ? 'doctor' : 'patient'
    const wanted = {
      refundTo: body?.refundTo ?? 'source',
      reason: body?.reason ?? 'the person who booked cancelled',
    }
    const refund = await db.transaction().execute((tx) => cancelBooking(tx, own, role, wanted, clock.now()))
    return await presentCancelled(db, own, refund)
  })

  serve(server, calls.cancelOrderFor, async ({ params, body }) => {
    const order = await orderByReference(db, params.reference)
    if (!order) throw new DomainError('not_found')
    const actor = body.onBehalfOf === 'lab' ? 'lab' : 'operator'
    const refund = await db.transaction().execute((tx) => cancelBooking(tx, order, actor, body, clock.now()))
    return await presentCancelled(db, order, refund)
  })
}

async function presentCancelled(db: Db, { id }: OrderRow, refund: RefundRow | null) {
  const state = (await orderById(db, id))?.state ?? 'cancelled'
  return { data: { state, refund: refund && presentRefund(refund) } }
}

function servePayments(server: Server, deps: MaybeProvider): void {
  const { db, clock } = deps
  serve(server, calls.refundPayment, async ({ params, body }) => {
    const { reason, key } = body
    const amount = partFrom(body.amount)
    const payment = await requirePayment(db, params.reference)
    const now = clock.now()
    await db.transaction().execute(async (tx) => {
      const asker = body.onBehalfOf === 'lab' ? 'lab' : 'operator'
      if (amount === undefined) await requestRefund(tx, payment.id, reason, asker, now)
      else await refundPart(tx, payment, { amount, reason, key }, now)
    })
    const { state } = await requirePayment(db, params.reference)
    const refunds = await refundsOfPayment(db, payment.id)
    return { data: { state, refunds: refunds.map(presentRefund) } }
  })

  serve(server, calls.releasePayment, async ({ params }) => {
    const payment = await requirePayment(db, params.reference)
    await db.transaction().execute((tx) => releaseHeld(tx, payment, clock.now()))
    return { data: { state: (await requirePayment(db, params.reference)).state } }
  })

  serve(server, calls.recordReturn, async ({ params, body }) => {
    const part = partFrom(body.amount)
    const { amount: _, ...record } = body
    const whole = { ...record, ...(part !== undefined && { amount: part }) }
    return { data: { state: await recordReturnOutside(deps, params.reference, whole) } }
  })

  serve(server, calls.returnKeptFee, async ({ params, body }) => {
    const payment = await requirePayment(db, params.reference)
    const refund = await db.transaction().execute((tx) => refundRetainedFee(tx, payment, body, clock.now()))
    const { state } = await requirePayment(db, params.reference)
    return { data: { state, refund: presentRefund(refund) } }
  })
}

/** The part of a payment that a request names; undefined for all of it. Throws `invalid`. */
function partFrom(amount: number | undefined): Kobo | undefined {
  const part = amount === undefined ? undefined : koboFromNaira(amount)
  if (part === null) throw new DomainError('invalid', { fields: { amount: 'give two decimals at most' } })
  return part
}

async function requirePayment(db: Db, reference: string): Promise<PaymentRow> {
  const payment = await paymentByReference(db, reference)
  if (!payment) throw new DomainError('not_found')
  return payment
}

function serveFailedRefunds(server: Server, deps: MaybeProvider): void {
  const { db, clock, paystack } = deps
  serve(server, calls.retryRefund, async ({ params }) => {
    const state = await db.transaction().execute((tx) => retryRefund(tx, params.id, 'operator', clock.now()))
    return { data: { state } }
  })

  serve(server, calls.creditRefund, async ({ params }) => {
    const state = await db.transaction().execute((tx) => creditFailed(tx, params.id, clock.now()))
    return { data: { state } }
  })

  serve(server, calls.recordRefundReturn, async ({ params, body }) => ({
    data: { state: await recordRefundOutside(deps, params.id, body) },
  }))

  serve(server, calls.giveBankDetails, async ({ params, body }) => {
    if (!paystack) throw new DomainError('payments_not_configured')
    const refund = await giveBankDetails({ db, clock, paystack }, params.id, body)
    return { data: { state: presentRefund(refund).state } }
  })

  serve(server, calls.listBanks, async () => {
    if (!paystack) throw new DomainError('payments_not_configured')
    const banks = await paystack.banks()
    if (banks.kind !== 'yes') throw new DomainError('paystack_silent')
    return { data: banks.value.map(({ id, name }) => ({ id, name })) }
  })
}

function serveCases(server: Server, { db, clock }: MaybeProvider): void {
  serve(server, calls.listCases, async ({ query }) => {
    const { rows, total } = await casesOf(db, query.state === 'open', query.page, query.limit)
    return { data: rows.map(presentCase), pagination: paginate(total, query) }
  })

  serve(server, calls.closeCase, async ({ actor, params, body }) => {
    const by = { by: actor.accountId, note: body.note }
    const closed = await db.transaction().execute((tx) => closeCase(tx, Number(params.id), by, clock.now()))
    return { data: presentCase(closed) }
  })
}

function presentCase(row: CaseRow): MoneyCase {
  return {
    id: row.id,
    kind: row.kind,
    ...caseWords[row.kind],
    subject: row.subject,
    orderReference: row.order_reference,
    amount: row.amount_kobo === null ? null : nairaOf(row.amount_kobo),
    ...sidesOf(row),
    payment: paymentOf(row),
    acts: actsFor(row),
    openedAt: row.opened_at.toISOString(),
    dueAt: row.due_at?.toISOString() ?? null,
    closedAt: row.closed_at?.toISOString() ?? null,
    closeNote: row.close_note,
  }
}

function serveDisputes(server: Server, { db, clock, paystack }: MaybeProvider): void {
  const renderer = openReceiptRenderer({ atOnce: 1, waiting: 5 })
  server.fastify.addHook('onClose', () => renderer.close())
  serve(server, calls.answerDispute, async ({ params, body }) => {
    if (!paystack) throw new DomainError('payments_not_configured')
    const { status, resolution } = await answerDispute({ db, clock, paystack, renderer }, params.id, body)
    return { data: { status, resolution: status === 'resolved' ? resolution : null } }
  })
}

function presentDay(row: ReconciliationRow): Reconciliation {
  return {
    day: row.day,
    comparedAt: row.finished_at?.toISOString() ?? null,
    unfinished: !row.finished_at || row.finished_at < row.started_at,
    paystack: { count: row.provider_count, amount: nairaOf(row.provider_kobo) },
    ours: { count: row.our_count, amount: nairaOf(row.our_kobo) },
    mended: row.mended,
    cases: row.cases,
  }
}
