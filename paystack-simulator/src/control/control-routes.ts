import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { PaystackError } from '../envelope.ts'
import { readJson } from '../input.ts'
import { paymentMethods } from '../payment-methods.ts'
import type { Transaction } from '../transaction/rows.ts'
import { allTransactions, transactionByReference } from '../transaction/rows.ts'
import { abandon, fail, succeed, WrongState } from '../transaction/transactions.ts'
import { repeatSuccess } from '../webhook/events.ts'
import { controlObject } from './control-object.ts'
import { noFaults, readFaults } from './faults.ts'
import { BadRequest, readPlainOrder, readSucceedOrder, readTimes } from './requests.ts'
import { truthOf } from './truth.ts'

type ByReference = { Params: { reference: string } }

/** The control side of design.md section 4: bare JSON, kobo, no key; it listens on loopback only. */
export function controlRoutes(control: FastifyInstance, context: Context): void {
  // Tests and people forget the content type; a control body is JSON whatever it is called.
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
  faultControls(control, context)
}

function moneyControls(control: FastifyInstance, context: Context): void {
  control.get('/transactions', (request) =>
    allTransactions(context).map((transaction) => controlObject(context, transaction, request.host)),
  )
  // Payouts are not simulated yet: nobody has been sent any money.
  control.get('/transfers', () => [])
  control.get('/truth', () => truthOf(context))
}

function transactionControls(control: FastifyInstance, context: Context): void {
  control.post<ByReference>('/transactions/:reference/succeed', (request, reply) => {
    const order = readSucceedOrder(request.body)
    const found = known(context, request.params.reference, reply)
    if (!found) return reply
    const method = paymentMethods[0]
    return controlObject(context, succeed(context, found.reference, { method, ...order }), request.host)
  })

  control.post<ByReference>('/transactions/:reference/fail', (request, reply) => {
    readPlainOrder(request.body)
    const found = known(context, request.params.reference, reply)
    if (!found) return reply
    return controlObject(context, fail(context, found.reference, 'Declined', 'card-declined'), request.host)
  })

  control.post<ByReference>('/transactions/:reference/abandon', (request, reply) => {
    readPlainOrder(request.body)
    const found = known(context, request.params.reference, reply)
    return found ? controlObject(context, abandon(context, found.reference), request.host) : reply
  })

  control.post<ByReference>('/transactions/:reference/webhook', (request, reply) => {
    const times = readTimes(request.body)
    const found = known(context, request.params.reference, reply)
    if (!found) return reply
    // A failed or abandoned payment has no event to send (section 1.16).
    if (found.paidAt === null) throw new WrongState('Only a paid transaction has a webhook to send')
    repeatSuccess(context, found, times)
    return { reference: found.reference, queued: times }
  })
}

function faultControls(control: FastifyInstance, { faults }: Context): void {
  control.get('/faults', () => faults.now())
  control.put('/faults', (request) => {
    faults.set(readFaults(request.body))
    return faults.now()
  })
  control.delete('/faults', () => {
    faults.set(noFaults())
    return faults.now()
  })
}

function known(context: Context, reference: string, reply: FastifyReply): Transaction | null {
  const transaction = transactionByReference(context, reference)
  if (!transaction)
    reply.code(404).send({ error: 'not_found', message: 'There is no transaction with this reference' })
  return transaction
}

function answerError(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  const { message } = error
  if (error instanceof WrongState) reply.code(409).send({ error: 'wrong_state', message })
  else if (error instanceof BadRequest || error instanceof PaystackError)
    reply.code(400).send({ error: 'bad_request', message })
  else if (error.statusCode !== undefined && error.statusCode < 500) {
    reply.code(error.statusCode).send({ error: 'bad_request', message })
  } else {
    console.error(error)
    reply.code(500).send({ error: 'simulator_fault', message: 'The simulator itself failed; see its output' })
  }
}
