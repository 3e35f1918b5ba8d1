import type { FastifyInstance } from 'fastify'
import { type Alarm, startAlarm } from '../clock.ts'
import type { Context } from '../context.ts'
import { disputeObject } from '../objects.ts'
import { inTransaction } from '../store.ts'
import { moveBalance } from '../transaction/balance.ts'
import { lockedTransaction, type Transaction, transactionById } from '../transaction/repository.ts'
import { remainingOf } from '../transaction/transactions.ts'
import { announceDispute } from '../webhook/events.ts'
import {
  fieldsOf,
  granted,
  grantedPage,
  invalid,
  PaystackError,
  readInstant,
  readKobo,
  readPage,
  WrongState,
} from '../wire-format.ts'
import {
  type Category,
  type Dispute,
  disputeById,
  disputeStatuses,
  disputesDue,
  insertDispute,
  listDisputes,
  nextDisputeMove,
  oneOf,
  type Resolution,
  setDispute,
} from './repository.ts'
import { offerUpload, refuseUnlessUploaded } from './uploads.ts'

type ById = { Params: { id: string } }

/** List, fetch, answer and document disputes (section 1.14). */
export function disputeRoutes(api: FastifyInstance, context: Context): void {
  const shown = (dispute: Dispute) => disputeObject(context, dispute, transactionOf(context, dispute))

  api.get('/dispute', (request) => {
    const query = fieldsOf(request.query)
    const page = readPage(query)
    const { disputes, total } = listDisputes(context, readFilter(context, query), page)
    return grantedPage('Disputes retrieved', disputes.map(shown), { total }, page)
  })

  api.get<ById>('/dispute/:id', (request) =>
    granted('Dispute retrieved', shown(existingDispute(context, request.params.id))),
  )

  api.put<ById>('/dispute/:id/resolve', (request) => {
    const dispute = answerDispute(context, request.params.id, readAnswer(request.body))
    return granted('Dispute successfully resolved', shown(dispute))
  })

  // 201, as the published description of the API says (section 1.2).
  api.post<ById>('/dispute/:id/evidence', (request, reply) => {
    const { evidence } = addEvidence(context, request.params.id, readEvidence(request.body))
    return reply.code(201).send(granted('Evidence created', JSON.parse(evidence ?? 'null')))
  })

  api.get<ById>('/dispute/:id/upload_url', (request) => {
    const dispute = existingDispute(context, request.params.id)
    const { upload_filename: name } = fieldsOf(request.query)
    return granted('Upload url generated', offerUpload(context, dispute, name, request.host))
  })
}

function existingDispute(context: Context, id: string): Dispute {
  const dispute = disputeById(context, id)
  if (!dispute) {
    throw new PaystackError(404, 'Dispute not found', { type: 'validation_error', code: 'not_found' })
  }
  return dispute
}

function readFilter(context: Context, query: Record<string, unknown>) {
  const { transaction } = query
  const wanted = transaction === undefined || transaction === '' ? null : String(transaction)
  const given = query.status === undefined || query.status === '' ? null : query.status
  const status = given === null ? null : oneOf(disputeStatuses, given)
  if (given !== null && status === null) {
    throw invalid('Invalid status', 'invalid_params', `Send one of: ${disputeStatuses.join(', ')}`)
  }
  return {
    // An unknown transaction has no disputes: id 0 matches nothing.
    transactionId: wanted === null ? null : (transactionById(context, wanted)?.id ?? 0),
    status,
    from: readInstant(query, 'from'),
    to: readInstant(query, 'to'),
  }
}

/** A merchant's validated answer to a dispute; the amount in kobo. */
type DisputeAnswer = {
  readonly resolution: 'merchant-accepted' | 'declined'
  readonly message: string
  readonly refundAmount: number
  readonly uploadedFilename: string
}

/**
 * Validates the body of `PUT /dispute/{id}/resolve` (section 1.14). The OpenAPI requires all four fields for any
 * resolution.
 */
function readAnswer(body: unknown): DisputeAnswer {
  const fields = fieldsOf(body)
  const { resolution, refund_amount: amount, uploaded_filename: file, message } = fields
  refuseMissing(fields, ['resolution', 'message', 'refund_amount', 'uploaded_filename'])
  if (resolution !== 'merchant-accepted' && resolution !== 'declined') {
    throw invalid('Invalid resolution', 'invalid_params', 'Send "merchant-accepted" or "declined"')
  }
  const nothing = amount === 0 || amount === '0'
  const refundAmount = nothing && resolution === 'declined' ? 0 : readKobo(amount)
  if (refundAmount === null) {
    throw invalid('Invalid Amount Sent', 'invalid_amount', 'Send whole kobo; nought only where you decline')
  }
  return { resolution, message: readWords(message), refundAmount, uploadedFilename: readWords(file) }
}

const evidenceFields = ['customer_email', 'customer_name', 'customer_phone', 'service_details']

/** Validates the body of `POST /dispute/{id}/evidence`; other fields are dropped. */
function readEvidence(body: unknown): Record<string, unknown> {
  const fields = fieldsOf(body)
  refuseMissing(fields, evidenceFields)
  const words = evidenceFields.map((field) => [field, readWords(fields[field])])
  const optional = ['delivery_address', 'delivery_date'].map((field) => [field, optionalWords(fields[field])])
  return Object.fromEntries([...words, ...optional])
}

function refuseMissing(fields: Record<string, unknown>, wanted: string[]): void {
  const missing = wanted.filter((field) => (fields[field] ?? '') === '')
  if (missing.length > 0) {
    throw invalid(`Missing: ${missing.join(', ')}`, 'missing_params', `Send ${wanted.join(', ')}`)
  }
}

function readWords(value: unknown): string {
  if (typeof value === 'string' && value.length <= 5000) return value
  throw invalid('Invalid parameters', 'invalid_params', 'Send text of at most 5000 characters')
}

function optionalWords(value: unknown): string | null {
  return value === undefined || value === null ? null : readWords(value)
}

const hour = 3_600_000
/** Section 1.14: a Nigerian merchant has 16 hours. Here they include nights and weekends. */
const answerWithin = 16 * hour
const remindEvery = 4 * hour
/** How long a bank takes to decide is not published. */
const bankThinksFor = 72 * hour

/** A bank opens a dispute about a payment: by default about the whole remaining amount. */
export function openDispute(
  context: Context,
  reference: string,
  { amount, category }: { amount: number | null; category: Category },
): Dispute {
  const { store, now } = context
  return inTransaction(store, () => {
    const transaction = lockedTransaction(context, reference)
    if (transaction.status !== 'success') throw new WrongState('Only a paid transaction can be disputed')
    const left = remainingOf(context, transaction)
    const disputed = amount ?? left
    if (disputed <= 0 || disputed > left) throw new WrongState(`At most ${left} kobo of it can be disputed`)
    const createdAt = now()
    const wanted = {
      transactionId: transaction.id,
      amount: disputed,
      currency: transaction.currency,
      category,
    }
    const times = { createdAt, dueAt: createdAt + answerWithin }
    const dispute = insertDispute(context, { ...wanted, ...times }, createdAt + remindEvery)
    announceDispute(context, transaction, dispute, 'create')
    context.disputeWalk.wake()
    return dispute
  })
}

/**
 * The merchant's answer. Accepting gives up the money immediately. Declining leaves it to the bank, which later decides for
 * a merchant with evidence or a file, and against one with neither.
 */
function answerDispute(context: Context, id: string, answer: DisputeAnswer): Dispute {
  return inTransaction(context.store, () => {
    const dispute = waitingForMerchant(context, id)
    const { message, uploadedFilename } = answer
    refuseUnlessUploaded(context, dispute, uploadedFilename)
    if (answer.refundAmount > dispute.amount) {
      throw invalid('Invalid refund amount', 'invalid_amount', `At most ${dispute.amount} is disputed`)
    }
    const answered = setDispute(context, dispute, { message, uploadedFilename })
    if (answer.resolution === 'merchant-accepted') {
      return conclude(context, answered, 'merchant-accepted', answer.refundAmount)
    }
    const movesAt = context.now() + bankThinksFor
    context.disputeWalk.wake()
    return setDispute(context, answered, {
      status: 'awaiting-bank-feedback',
      resolution: 'declined',
      movesAt,
    })
  })
}

/** Adds the merchant's evidence, only while the merchant must answer. */
function addEvidence(context: Context, id: string, evidence: Record<string, unknown>): Dispute {
  return inTransaction(context.store, () => {
    const dispute = waitingForMerchant(context, id)
    const at = new Date(context.now()).toISOString()
    const stored = { ...evidence, dispute: dispute.id, id: dispute.id + 21, createdAt: at, updatedAt: at }
    return setDispute(context, dispute, { evidence: JSON.stringify(stored) })
  })
}

/** Ends a dispute immediately on request of the control API. An ended dispute is a wrong state. */
export function endDispute(context: Context, dispute: Dispute, resolution: Resolution): Dispute {
  return inTransaction(context.store, () => {
    refuseIfResolved(dispute)
    return conclude(context, dispute, resolution, dispute.amount)
  })
}

/** Sends the merchant a reminder now. */
export function remindOf(context: Context, dispute: Dispute): void {
  inTransaction(context.store, () => {
    refuseIfResolved(dispute)
    announceDispute(context, transactionOf(context, dispute), dispute, 'remind')
  })
}

function refuseIfResolved({ status }: Dispute): void {
  if (status === 'resolved') throw new WrongState('This dispute has been resolved')
}

function waitingForMerchant(context: Context, id: string): Dispute {
  const dispute = existingDispute(context, id)
  if (dispute.status === 'awaiting-merchant-feedback') return dispute
  // The wording of this refusal is not in the available sources; only the refusal itself is certain.
  throw invalid('Dispute is not awaiting merchant feedback', 'invalid_params', 'It has been answered')
}

/** Reminds every four hours, accepts disputes that were not answered in time, and lets the bank decide (S-14). */
export function startDisputeWalk(context: Context): Alarm {
  return startAlarm(() => {
    for (const dispute of disputesDue(context)) inTransaction(context.store, () => advance(context, dispute))
    return nextDisputeMove(context)
  }, context.now)
}

function advance(context: Context, dispute: Dispute): void {
  if (dispute.status === 'awaiting-bank-feedback') {
    const shown = dispute.evidence !== null || dispute.uploadedFilename !== null
    conclude(context, dispute, shown ? 'declined' : 'auto-accepted', dispute.amount)
  } else if (context.now() >= dispute.dueAt) {
    conclude(context, dispute, 'auto-accepted', dispute.amount)
  } else {
    const movesAt = Math.min(context.now() + remindEvery, dispute.dueAt)
    const reminded = setDispute(context, dispute, { movesAt })
    announceDispute(context, transactionOf(context, dispute), reminded, 'remind')
  }
}

/** Ends a dispute: a lost amount leaves the balance, and the transaction becomes `reversed` (S-05, S-14). */
function conclude(context: Context, dispute: Dispute, resolution: Resolution, taken: number): Dispute {
  const lost = resolution !== 'declined'
  const ended = setDispute(context, dispute, {
    ...(lost && { amount: taken }),
    status: 'resolved',
    resolution,
    resolvedAt: context.now(),
    movesAt: null,
  })
  const transaction = transactionOf(context, dispute)
  if (lost) {
    moveBalance(context, 'dispute', transaction, -taken, dispute.id)
    const sql = `UPDATE paystack_transaction SET status = 'reversed' WHERE id = ?`
    context.store.prepare(sql).run(transaction.id)
  }
  announceDispute(context, transactionOf(context, dispute), ended, 'resolve')
  return ended
}

/** The transaction that a dispute is about. */
export function transactionOf(context: Context, { id, transactionId }: Dispute): Transaction {
  const transaction = transactionById(context, transactionId)
  if (!transaction) throw new Error(`dispute ${id} has no transaction`)
  return transaction
}
