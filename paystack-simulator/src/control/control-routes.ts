import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { PaystackError } from '../envelope.ts'
import { readJson } from '../input.ts'
import { paymentMethods } from '../payment-methods.ts'
import {
  abandon,
  fail,
  reverseSilently,
  succeed,
  takeOtherFee,
  WrongState,
} from '../transaction/transactions.ts'
import { repeatSuccess } from '../webhook/events.ts'
import { controlObject } from './control-object.ts'
import { disputeControls } from './dispute-controls.ts'
import { faultControls } from './fault-controls.ts'
import { known, NotThere } from './known.ts'
import { moneyControls } from './money-controls.ts'
import { BadRequest, readFees, readNothing, readPlainOrder, readSucceedOrder, readTimes } from './requests.ts'

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
  payerControls(control, context)
  silentControls(control, context)
  disputeControls(control, context)
  faultControls(control, context)
}

/** Actions of a payer. */
function payerControls(control: FastifyInstance, context: Context): void {
  control.post<ByReference>('/transactions/:reference/succeed', (request) => {
    const { method, at, ...order } = readSucceedOrder(request.body, context.now())
    const { reference } = known(context, request.params.reference)
    const payment = { method: method ?? paymentMethods[0], ...order }
    const then = at === undefined ? context : { ...context, now: () => at }
    return controlObject(context, succeed(then, reference, payment), request.host)
  })

  control.post<ByReference>('/transactions/:reference/fail', (request) => {
    readPlainOrder(request.body)
    const { reference } = known(context, request.params.reference)
    return controlObject(context, fail(context, reference, 'Declined', 'card-declined'), request.host)
  })

  control.post<ByReference>('/transactions/:reference/abandon', (request) => {
    readPlainOrder(request.body)
    const { reference } = known(context, request.params.reference)
    return controlObject(context, abandon(context, reference), request.host)
  })

  control.post<ByReference>('/transactions/:reference/webhook', (request) => {
    const times = readTimes(request.body)
    const found = known(context, request.params.reference)
    // A failed or abandoned payment has no event to send (section 1.16).
    if (found.paidAt === null) throw new WrongState('Only a paid transaction has a webhook to send')
    repeatSuccess(context, found, times)
    return { reference: found.reference, queued: times }
  })
}

/** Actions of Paystack that send no event. */
function silentControls(control: FastifyInstance, context: Context): void {
  control.post<ByReference>('/transactions/:reference/reverse', (request) => {
    readNothing(request.body)
    const { reference } = known(context, request.params.reference)
    return controlObject(context, reverseSilently(context, reference), request.host)
  })

  control.post<ByReference>('/transactions/:reference/fees', (request) => {
    const fees = readFees(request.body)
    const { reference } = known(context, request.params.reference)
    return controlObject(context, takeOtherFee(context, reference, fees), request.host)
  })
}

function answerError(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  const { message } = error
  if (error instanceof WrongState) reply.code(409).send({ error: 'wrong_state', message })
  else if (error instanceof NotThere) reply.code(404).send({ error: 'not_found', message })
  else if (error instanceof BadRequest || error instanceof PaystackError)
    reply.code(400).send({ error: 'bad_request', message })
  else if (error.statusCode !== undefined && error.statusCode < 500) {
    reply.code(error.statusCode).send({ error: 'bad_request', message })
  } else {
    console.error(error)
    reply.code(500).send({ error: 'simulator_fault', message: 'The simulator itself failed; see its output' })
  }
}
