import type { FastifyInstance } from 'fastify'
import { type Alarm, startAlarm } from '../clock.ts'
import type { Context } from '../context.ts'
import { refundObject } from '../objects.ts'
import { inTransaction } from '../store.ts'
import { moveBalance } from '../transaction/balance.ts'
import { methodById } from '../transaction/payment-methods.ts'
import { type Transaction, transactionById, transactionByReference } from '../transaction/repository.ts'
import { remainingOf } from '../transaction/transactions.ts'
import { announceRefund } from '../webhook/events.ts'
import {
  fieldsOf,
  granted,
  grantedPage,
  invalid,
  isRecord,
  PaystackError,
  readInstant,
  readKobo,
  readNote,
  readPage,
} from '../wire-format.ts'
import {
  insertRefund,
  listRefunds,
  markRetried,
  moveRefund,
  nextRefundMove,
  type Refund,
  type RefundStatus,
  refundById,
  refundedOf,
  refundsDue,
} from './repository.ts'

/** Create, fetch, list and retry refunds (section 1.8). */
export function refundRoutes(api: FastifyInstance, context: Context): void {
  api.post('/refund', (request) => {
    const { refund, transaction } = createRefund(context, request.body)
    return granted('Refund has been queued for processing', refundObject(context, refund, transaction))
  })

  api.get<{ Params: { id: string } }>('/refund/:id', (request) => {
    const refund = refundById(context, request.params.id)
    if (!refund) throw refundNotFound()
    return granted('Refund retrieved', refundObject(context, refund, null))
  })

  api.get('/refund', (request) => {
    const query = fieldsOf(request.query)
    const page = readPage(query)
    const currency = typeof query.currency === 'string' ? query.currency : null
    const range = { from: readInstant(query, 'from'), to: readInstant(query, 'to') }
    const filter = { transactionId: transactionIdOf(context, query.transaction), currency, ...range }
    const { refunds, total } = listRefunds(context, filter, page)
    const shown = refunds.map((refund) => refundObject(context, refund, null))
    return grantedPage('Refunds retrieved', shown, { total }, page)
  })

  api.post<{ Params: { id: string } }>('/refund/retry_with_customer_details/:id', (request) => {
    const refund = retryRefund(context, request.params.id, request.body)
    return granted('Refund retried and has been queued for processing', refundObject(context, refund, null))
  })
}

/** The id of a transaction, by id or reference. An unknown one has no refunds: id 0 matches nothing. */
function transactionIdOf(context: Context, wanted: unknown): number | null {
  if (wanted === undefined || wanted === '') return null
  if (typeof wanted !== 'string') return 0
  return (transactionByReference(context, wanted) ?? transactionById(context, wanted))?.id ?? 0
}

/**
 * Queues a refund. There is no idempotency: two calls refund twice (section 1.8, S-09). All refunds that did not fail may
 * together not exceed the captured amount. A silent refund sends no events.
 */
export function createRefund(
  context: Context,
  body: unknown,
  silent = false,
): { refund: Refund; transaction: Transaction } {
  const fields = fieldsOf(body)
  const customerNote = readNote(fields, 'customer_note')
  const merchantNote = readNote(fields, 'merchant_note')
  return inTransaction(context.store, () => {
    const transaction = findTransaction(context, fields.transaction)
    const left = refundable(context, transaction)
    const amount = fields.amount === undefined ? transaction.amount : readKobo(fields.amount)
    if (amount === null) throw invalid('Invalid Amount Sent', 'invalid_amount', 'Send whole kobo above zero')
    if (amount > left) {
      const hint = `At most ${left} kobo of this transaction can still be refunded`
      throw invalid('Refund amount cannot be more than transaction amount', 'invalid_amount', hint)
    }
    const currency = fields.currency ?? transaction.currency
    if (currency !== transaction.currency) {
      throw invalid('Invalid currency', 'invalid_currency', `This transaction is in ${transaction.currency}`)
    }
    const wanted = {
      transactionId: transaction.id,
      amount,
      currency,
      customerNote,
      merchantNote,
      silent: silent ? 1 : 0,
    } as const
    const refund = insertRefund(context, wanted, context.now() + context.settings.refundStepMs)
    announceRefund(context, transaction, refund)
    context.refundWalk.wake()
    return { refund, transaction }
  })
}

function findTransaction(context: Context, wanted: unknown): Transaction {
  if (wanted === undefined || wanted === null || wanted === '') {
    throw invalid('Missing: transaction', 'missing_params', 'Send the transaction as a reference or an id')
  }
  const isKey = typeof wanted === 'string' || typeof wanted === 'number'
  const found = isKey
    ? (transactionByReference(context, String(wanted)) ?? transactionById(context, wanted))
    : null
  if (!found)
    throw new PaystackError(404, 'Transaction not found', {
      type: 'validation_error',
      code: 'transaction_not_found',
    })
  return found
}

function refundable(context: Context, transaction: Transaction): number {
  const left = remainingOf(context, transaction)
  if (transaction.status === 'reversed' || (transaction.status === 'success' && left === 0)) {
    throw new PaystackError(400, 'Transaction has been fully reversed', {
      type: 'api_error',
      code: 'transaction_reversed',
    })
  }
  if (transaction.status !== 'success') {
    // The wording of this refusal is not in the available sources; only the refusal itself is certain.
    throw invalid('Transaction is not successful', 'invalid_transaction', 'Refund only what was paid')
  }
  return left
}

/** Sets the customer's bank details for a stuck refund; in any other state it is a 422 (section 1.8). */
function retryRefund(context: Context, id: string, body: unknown): Refund {
  return inTransaction(context.store, () => {
    const refund = refundById(context, id)
    if (!refund) throw refundNotFound()
    if (refund.status !== 'needs-attention') {
      const detail = {
        type: 'validation_error',
        nextStep: 'Only a refund that needs attention can be retried',
      } as const
      throw new PaystackError(422, 'Refund cannot be retried in its current state', detail)
    }
    const details = isRecord(body) ? body.refund_account_details : null
    if (!isAccount(details)) {
      const hint = 'Send refund_account_details with currency, account_number (10 digits) and bank_id'
      throw invalid('Invalid refund account details', 'invalid_params', hint)
    }
    markRetried(context, refund.id)
    return step(context, refund, 'processing', true)
  })
}

function isAccount(details: unknown): boolean {
  if (!isRecord(details)) return false
  const { currency, account_number: number, bank_id: bank } = details
  const isBank =
    (typeof bank === 'number' && Number.isSafeInteger(bank)) || (typeof bank === 'string' && bank !== '')
  return currency === 'NGN' && typeof number === 'string' && /^[0-9]{10}$/.test(number) && isBank
}

/** The refusal for an unknown refund. */
function refundNotFound(): PaystackError {
  return new PaystackError(404, 'Refund not found', { type: 'validation_error', code: 'not_found' })
}

/** Moves refunds from pending through processing to their end, also after a restart (S-09). */
export function startRefundWalk(context: Context): Alarm {
  return startAlarm(() => {
    for (const refund of refundsDue(context)) inTransaction(context.store, () => advance(context, refund))
    return nextRefundMove(context)
  }, context.now)
}

function advance(context: Context, refund: Refund): void {
  if (refund.status === 'pending') {
    step(context, refund, 'processing', true)
    return
  }
  const method = methodById(transactionById(context, refund.transactionId)?.method)
  const end = refund.retried ? 'processed' : (method?.refund ?? 'processed')
  step(context, refund, end, false)
}

/**
 * One step with its event. The money leaves the balance when processing begins, and returns if it fails. Refunding the last
 * kobo makes the transaction `reversed` (sections 1.5 and 1.8).
 */
function step(context: Context, refund: Refund, status: RefundStatus, onward: boolean): Refund {
  const { store, now, settings } = context
  const moved = moveRefund(context, refund.id, status, onward ? now() + settings.refundStepMs : null)
  const transaction = transactionById(context, refund.transactionId)
  if (!transaction) throw new Error(`refund ${refund.id} has no transaction`)
  if (refund.status === 'pending') moveBalance(context, 'refund', transaction, -refund.amount, refund.id)
  if (status === 'failed') moveBalance(context, 'refund_returned', transaction, refund.amount, refund.id)
  announceRefund(context, transaction, moved)
  if (refundedOf(context, transaction.id).done >= transaction.amount) {
    store.prepare(`UPDATE paystack_transaction SET status = 'reversed' WHERE id = ?`).run(transaction.id)
  }
  if (onward) context.refundWalk.wake()
  return moved
}

/** Some Nigerian banks, in the form of section 1.9; `code` is text, and leading zeros count. */
const banks = [
  [1, 'Access Bank', '044'],
  [7, 'First Bank of Nigeria', '011'],
  [9, 'Guaranty Trust Bank', '058'],
  [67, 'Moniepoint MFB', '50515'],
  [171, 'OPay Digital Services Limited (OPay)', '999992'],
  [18, 'Union Bank of Nigeria', '032'],
  [33, 'United Bank For Africa', '033'],
  [20, 'Wema Bank', '035'],
  [21, 'Zenith Bank', '057'],
] as const

/** The list of banks. */
export function bankRoutes(api: FastifyInstance): void {
  api.get('/bank', () =>
    granted(
      'Banks retrieved',
      banks.map(([id, name, code]) => ({
        id,
        name,
        code,
        slug: name.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
        longcode: '',
        gateway: null,
        pay_with_bank: false,
        active: true,
        is_deleted: false,
        country: 'Nigeria',
        currency: 'NGN',
        type: 'nuban',
      })),
    ),
  )
}
