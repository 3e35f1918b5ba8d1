import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { methodById } from '../transaction/payment-methods.ts'
import { type Transaction, transactionByAccessCode } from '../transaction/repository.ts'
import { cancelAction } from '../transaction/transaction-routes.ts'
import { abandon, fail, openCheckout, succeed } from '../transaction/transactions.ts'
import { isRecord, WrongState } from '../wire-format.ts'
import {
  type CheckoutView,
  cancelledPage,
  contentPolicy,
  declinedPage,
  offered,
  paidPage,
  payPage,
  returnAddress,
  unknownPage,
} from './checkout-page.ts'
import { checkoutIcon, checkoutStyle } from './checkout-style.ts'

type ByAccessCode = { Params: { accessCode: string } }

/** The hosted checkout page (S-04): plain forms, no script. */
export function checkoutRoutes(pages: FastifyInstance, context: Context): void {
  pages.removeAllContentTypeParsers()
  pages.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 8 * 1024 },
    async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  )
  pages.setErrorHandler(answerError)
  pages.get('/checkout.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(checkoutStyle))
  pages.get('/checkout.svg', (_request, reply) => reply.type('image/svg+xml').send(checkoutIcon))

  pages.get<ByAccessCode>('/checkout/:accessCode', { exposeHeadRoute: false }, (request, reply) => {
    const transaction = found(context, request)
    if (transaction) openCheckout(context, transaction.reference)
    return show(context, reply, transaction)
  })
  pages.get<ByAccessCode>('/checkout/:accessCode/cancelled', (request, reply) => {
    const transaction = found(context, request)
    if (!transaction || !isOpen(transaction)) return show(context, reply, transaction)
    return send(reply, transaction, cancelledPage(viewOf(context, transaction)))
  })
  payerActs(pages, context)
}

/** Each action of a payer ends in a redirect, so that going back or reloading does not repeat it. */
function payerActs(pages: FastifyInstance, context: Context): void {
  pages.post<ByAccessCode>('/checkout/:accessCode/pay', (request, reply) => {
    const transaction = found(context, request)
    if (!transaction) return show(context, reply, null)
    return isOpen(transaction)
      ? pay(context, request, reply, transaction)
      : turnTo(reply, pageOf(transaction))
  })
  pages.post<ByAccessCode>('/checkout/:accessCode/decline', (request, reply) => {
    const transaction = found(context, request)
    if (!transaction) return show(context, reply, null)
    if (isOpen(transaction)) fail(context, transaction.reference, 'Declined', 'card-declined')
    return turnTo(reply, pageOf(transaction))
  })
  pages.post<ByAccessCode>('/checkout/:accessCode/cancel', (request, reply) => {
    const transaction = found(context, request)
    if (!transaction) return show(context, reply, null)
    if (!isOpen(transaction)) return turnTo(reply, pageOf(transaction))
    abandon(context, transaction.reference)
    return turnTo(reply, cancelAction(transaction.metadata) ?? `${pageOf(transaction)}/cancelled`)
  })
}

function found(context: Context, request: FastifyRequest<ByAccessCode>): Transaction | null {
  return transactionByAccessCode(context, request.params.accessCode)
}

function pageOf({ accessCode }: Transaction): string {
  return `/checkout/${accessCode}`
}

/** Ongoing or abandoned: both can still be paid on this page (section 1.4). */
function isOpen({ status }: Transaction): boolean {
  return status === 'abandoned' || status === 'ongoing'
}

function pay(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  transaction: Transaction,
): FastifyReply {
  const method = methodById(isRecord(request.body) ? request.body.method : null)
  if (!method || !offered(transaction).includes(method)) {
    return show(context, reply.code(400), transaction, 'Choose how you want to pay.')
  }
  if (method.declinedBecause !== null) {
    fail(context, transaction.reference, method.declinedBecause, method.id)
    return turnTo(reply, pageOf(transaction))
  }
  const paid = succeed(context, transaction.reference, { method })
  return turnTo(reply, returnAddress(paid) ?? pageOf(paid))
}

function turnTo(reply: FastifyReply, address: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(address, 303)
}

function viewOf(context: Context, transaction: Transaction, problem: string | null = null): CheckoutView {
  return { transaction, merchant: context.settings.merchant, problem }
}

function show(
  context: Context,
  reply: FastifyReply,
  transaction: Transaction | null,
  problem: string | null = null,
): FastifyReply {
  if (!transaction) return send(reply.code(404), null, unknownPage())
  const view = viewOf(context, transaction, problem)
  if (transaction.status === 'failed') return send(reply, transaction, declinedPage(view))
  return send(reply, transaction, isOpen(transaction) ? payPage(view) : paidPage(view))
}

function send(reply: FastifyReply, transaction: Transaction | null, page: string): FastifyReply {
  return reply
    .header('content-security-policy', contentPolicy(transaction))
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(page)
}

function answerError(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  const status = error instanceof WrongState ? 409 : (error.statusCode ?? 500)
  if (status >= 500) console.error(error)
  reply
    .code(status)
    .type('text/plain; charset=utf-8')
    .send('This page could not be shown. Go back and try again.')
}
