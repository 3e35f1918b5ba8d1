import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Context, isoTime } from '../context.ts'
import { endDispute, openDispute, remindOf, transactionOf } from '../dispute/disputes.ts'
import { allDisputes, type Dispute } from '../dispute/repository.ts'
import { fileOf } from '../dispute/uploads.ts'
import { createRefund } from '../refund/refunds.ts'
import { allRefunds, type Refund, refundedOf } from '../refund/repository.ts'
import { rowsOf } from '../store.ts'
import { settleNow } from '../transaction/balance.ts'
import { methodById, paymentMethods } from '../transaction/payment-methods.ts'
import { allTransactions, type Transaction, transactionById } from '../transaction/repository.ts'
import {
  abandon,
  fail,
  remainingOf,
  reverseSilently,
  succeed,
  takeOtherFee,
} from '../transaction/transactions.ts'
import { repeatSuccess } from '../webhook/events.ts'
import { PaystackError, readJson, WrongState } from '../wire-format.ts'
import { type Faults, noFaults, readFaults } from './faults.ts'
import {
  BadRequest,
  disputeFor,
  NotFound,
  readAhead,
  readDisputeOrder,
  readFees,
  readNothing,
  readPlainOrder,
  readRefundOrder,
  readResolution,
  readSucceedOrder,
  readTimes,
  transactionFor,
} from './requests.ts'
import { truthOf } from './truth.ts'

type ByReference = { Params: { reference: string } }

/** The control API of design.md section 4: JSON without envelope, kobo, no key. It listens on loopback only. */
export function controlRoutes(control: FastifyInstance, context: Context): void {
  // Tests and users may omit the content type, so every control body is parsed as JSON.
  control.removeAllContentTypeParsers()
  control.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) =>
    readJson(body),
  )
  control.setErrorHandler(answerError)
  control.setNotFoundHandler((_request, reply) => {
    reply.code(404).send({ error: 'not_found', message: 'There is no such control' })
  })
  moneyControls(control, context)
  transactionControls(control, context)
  disputeControls(control, context)
  faultControls(control, context)
}

type Act = (transaction: Transaction, body: unknown) => Transaction

/** Actions of a payer, and actions of Paystack that send no event. */
function transactionControls(control: FastifyInstance, context: Context): void {
  const acts: Readonly<Record<string, Act>> = {
    succeed({ reference }, body) {
      const { method, at, ...order } = readSucceedOrder(body, context.now())
      const payment = { method: method ?? paymentMethods[0], ...order }
      return succeed(at === undefined ? context : { ...context, now: () => at }, reference, payment)
    },
    fail({ reference }, body) {
      readPlainOrder(body)
      return fail(context, reference, 'Declined', 'card-declined')
    },
    abandon({ reference }, body) {
      readPlainOrder(body)
      return abandon(context, reference)
    },
    reverse({ reference }, body) {
      readNothing(body)
      return reverseSilently(context, reference)
    },
    fees: ({ reference }, body) => takeOtherFee(context, reference, readFees(body)),
  }
  for (const [name, act] of Object.entries(acts)) {
    control.post<ByReference>(`/transactions/:reference/${name}`, (request) => {
      const transaction = transactionFor(context, request.params.reference)
      return controlObject(context, act(transaction, request.body), request.host)
    })
  }

  control.post<ByReference>('/transactions/:reference/webhook', (request) => {
    const times = readTimes(request.body)
    const transaction = transactionFor(context, request.params.reference)
    // A failed or abandoned payment has no event to send (section 1.16).
    if (transaction.paidAt === null) throw new WrongState('Only a paid transaction has a webhook to send')
    repeatSuccess(context, transaction, times)
    return { reference: transaction.reference, queued: times }
  })
}

function answerError(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  const { message } = error
  if (error instanceof WrongState) reply.code(409).send({ error: 'wrong_state', message })
  else if (error instanceof NotFound) reply.code(404).send({ error: 'not_found', message })
  else if (error instanceof BadRequest || error instanceof PaystackError)
    reply.code(400).send({ error: 'bad_request', message })
  else if (error.statusCode !== undefined && error.statusCode < 500) {
    reply.code(error.statusCode).send({ error: 'bad_request', message })
  } else {
    console.error(error)
    reply.code(500).send({ error: 'simulator_fault', message: 'The simulator itself failed; see its output' })
  }
}

/** The transactions and refunds, the true totals, and what the merchant does in the dashboard. */
function moneyControls(control: FastifyInstance, context: Context): void {
  control.get('/transactions', (request) =>
    allTransactions(context).map((transaction) => controlObject(context, transaction, request.host)),
  )
  control.get('/truth', () => truthOf(context))
  control.get('/refunds', () => allRefunds(context).map((refund) => refundView(context, refund)))

  // A refund in the dashboard, which the product does not know of (section 1.6).
  control.post<ByReference>('/transactions/:reference/refund', (request) => {
    const { amount, webhook } = readRefundOrder(request.body)
    const found = transactionFor(context, request.params.reference)
    const order = {
      transaction: found.reference,
      amount: amount ?? remainingOf(context, found),
      merchant_note: 'Refunded in the dashboard',
    }
    return refundView(context, createRefund(context, order, !webhook).refund)
  })

  control.post('/settle', (request) => {
    readNothing(request.body)
    return { ...settleNow(context), currency: 'NGN' }
  })
}

function refundView(context: Context, refund: Refund): Record<string, unknown> {
  const { id, transactionId, amount, currency, status, merchantNote, createdAt } = refund
  const reference = transactionById(context, transactionId)?.reference ?? null
  return { id, reference, amount, currency, status, merchantNote, createdAt: isoTime(createdAt) }
}

type ById = { Params: { id: string } }

/** Actions of the payer's bank (S-14). */
function disputeControls(control: FastifyInstance, context: Context): void {
  control.get('/disputes', () => allDisputes(context).map((dispute) => disputeView(context, dispute)))

  control.post<ByReference>('/transactions/:reference/dispute', (request) => {
    const order = readDisputeOrder(request.body)
    const { reference } = transactionFor(context, request.params.reference)
    return disputeView(context, openDispute(context, reference, order))
  })

  control.post<ById>('/disputes/:id/resolve', (request) => {
    const resolution = readResolution(request.body)
    const dispute = disputeFor(context, request.params.id)
    return disputeView(context, endDispute(context, dispute, resolution))
  })

  control.get<ById>('/disputes/:id/file', (request, reply) => {
    const file = fileOf(context, disputeFor(context, request.params.id))
    return file ? reply.type(file.type).send(file.bytes) : reply.code(404).send({ error: 'no_file' })
  })

  control.post<ById>('/disputes/:id/remind', (request) => {
    readNothing(request.body)
    const dispute = disputeFor(context, request.params.id)
    remindOf(context, dispute)
    return disputeView(context, dispute)
  })
}

function disputeView(context: Context, dispute: Dispute): Record<string, unknown> {
  const { id, amount, currency, category, status, resolution, message, evidence } = dispute
  return {
    id,
    reference: transactionOf(context, dispute).reference,
    amount,
    currency,
    category,
    status,
    resolution,
    message,
    evidence: evidence === null ? null : JSON.parse(evidence),
    dueAt: isoTime(dispute.dueAt),
    createdAt: isoTime(dispute.createdAt),
    resolvedAt: isoTime(dispute.resolvedAt),
  }
}

/** The faults, and the clock that everything here uses. */
function faultControls(control: FastifyInstance, context: Context): void {
  const { faults, clock } = context

  function put(wanted: Faults): Faults {
    faults.set(wanted)
    // Sends the events that were due while Paystack was offline.
    context.courier.wake()
    return wanted
  }

  control.get('/faults', () => faults.now())
  control.put('/faults', (request) => put(readFaults(request.body)))
  control.delete('/faults', () => put(noFaults()))

  const time = () => ({ aheadMs: clock.aheadMs(), now: isoTime(clock.now()) })
  control.get('/clock', time)
  control.put('/clock', (request) => {
    clock.moveTo(readAhead(request.body, clock.aheadMs()))
    for (const alarm of [context.courier, context.refundWalk, context.disputeWalk]) alarm.wake()
    return time()
  })
}

/** A transaction in the control API: without envelope, in kobo, and without noise (design, section 4). */
function controlObject(context: Context, transaction: Transaction, host: string): Record<string, unknown> {
  const { id, reference, amount, requestedAmount, currency, status, email, callbackUrl, fees } = transaction
  return {
    id,
    reference,
    amount,
    requestedAmount,
    currency,
    status,
    email,
    callbackUrl,
    fees,
    authorizationUrl: `http://${host}/checkout/${transaction.accessCode}`,
    metadata: transaction.metadata === null ? null : JSON.parse(transaction.metadata),
    channel: methodById(transaction.method)?.channel ?? null,
    refunded: refundedOf(context, id).done,
    createdAt: isoTime(transaction.createdAt),
    paidAt: isoTime(transaction.paidAt),
    webhooks: deliveryCounts(context, reference),
  }
}

/** How many webhooks of a transaction are in each state. */
function deliveryCounts({ store }: Context, reference: string): Record<string, number> {
  const sql = `SELECT state, count(*) AS total FROM delivery JOIN webhook_event ON webhook_event.id = event_id
    WHERE reference = ? GROUP BY state`
  const counts = rowsOf<{ state: string; total: number }>(store, sql, reference)
  return {
    pending: 0,
    delivered: 0,
    dropped: 0,
    given_up: 0,
    ...Object.fromEntries(counts.map(({ state, total }) => [state, total])),
  }
}
