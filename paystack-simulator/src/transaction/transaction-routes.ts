import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { transactionObject } from '../objects.ts'
import { isWebUrl } from '../settings.ts'
import { inTransaction } from '../store.ts'
import {
  fieldsOf,
  granted,
  grantedPage,
  invalid,
  isRecord,
  PaystackError,
  readInstant,
  readKobo,
  readPage,
  readPlace,
} from '../wire-format.ts'
import {
  isLost,
  listTransactions,
  lockedTransaction,
  type Transaction,
  type TransactionFilter,
  transactionById,
  transactionByReference,
  transactionStatuses,
  transactionsAt,
} from './repository.ts'

/** Initialize, verify, fetch and list (sections 1.2 to 1.6). */
export function transactionRoutes(api: FastifyInstance, context: Context): void {
  api.post('/transaction/initialize', (request) => {
    const { accessCode, reference } = startTransaction(context, readNewTransaction(request.body))
    // Uses the host of this request, so that the page survives a changed port.
    const page = `http://${request.host}/checkout/${accessCode}`
    return granted('Authorization URL created', {
      authorization_url: page,
      access_code: accessCode,
      reference,
    })
  })

  api.get<{ Params: { reference: string } }>('/transaction/verify/:reference', (request) => {
    const { reference } = request.params
    const transaction = readable(context, transactionByReference(context, reference))
    if (!transaction) throw referenceNotFound(context, reference)
    return granted('Verification successful', transactionObject(context, transaction))
  })

  api.get<{ Params: { id: string } }>('/transaction/:id', (request) => {
    const transaction = readable(context, transactionById(context, request.params.id))
    if (!transaction) throw new PaystackError(404, 'Transaction not found', notFound)
    return granted('Transaction retrieved', transactionObject(context, transaction))
  })

  api.get('/transaction', (request) => {
    const query = fieldsOf(request.query)
    if (query.use_cursor === 'true') return listByCursor(context, query)
    const page = readPage(query)
    const { transactions, total, volume } = listTransactions(context, readFilter(query), page)
    const sums = { total, total_volume: volume }
    return grantedPage('Transactions retrieved', objectsOf(context, transactions), sums, page)
  })
}

function listByCursor(context: Context, query: Record<string, unknown>) {
  const { perPage } = readPage(query)
  const { transactions, next, previous } = transactionsAt(
    context,
    readFilter(query),
    readPlace(query),
    perPage,
  )
  return granted('Transactions retrieved', objectsOf(context, transactions), { next, previous, perPage })
}

function objectsOf(context: Context, transactions: Transaction[]): Record<string, unknown>[] {
  return transactions.map((transaction) => transactionObject(context, transaction))
}

function readable(context: Context, found: Transaction | null): Transaction | null {
  return found && isLost(context, found) ? null : found
}

const notFound = {
  type: 'validation_error',
  code: 'transaction_not_found',
  nextStep: 'Check the reference',
} as const

/** Both statuses occur in practice (section 1.5), so the seed decides for each reference (S-02). */
function referenceNotFound({ noise }: Context, reference: string): PaystackError {
  const status = noise.pick(reference, 'not found', [404, 400])
  return new PaystackError(status, 'Transaction reference not found', notFound)
}

function readFilter(query: Record<string, unknown>): TransactionFilter {
  return {
    status: readStatus(query.status),
    from: readInstant(query, 'from'),
    to: readInstant(query, 'to'),
  }
}

function readStatus(value: unknown) {
  if (value === undefined || value === '') return null
  const status = transactionStatuses.find((known) => known === value)
  if (!status)
    throw invalid('Invalid status', 'invalid_params', `Send one of: ${transactionStatuses.join(', ')}`)
  return status
}

/** A validated request to start a payment; `channels` and `metadata` as JSON text. */
type NewTransaction = {
  readonly email: string
  /** Kobo. */
  readonly amount: number
  readonly currency: string
  /** Null: Paystack generates one. */
  readonly reference: string | null
  readonly callbackUrl: string | null
  readonly channels: string | null
  readonly metadata: string | null
}

/** ₦10,000,000, the largest single charge (section 1.3). */
const largestKobo = 1_000_000_000

const knownChannels = ['card', 'bank', 'ussd', 'qr', 'mobile_money', 'bank_transfer', 'eft', 'apple_pay']

/** Validates a body by the rules of section 1.3. Throws Paystack's own refusal for the first rule that it breaks. */
function readNewTransaction(body: unknown): NewTransaction {
  const fields = fieldsOf(body)
  return {
    ...readPayer(fields),
    currency: readCurrency(fields.currency),
    reference: readReference(fields.reference),
    callbackUrl: readCallbackUrl(fields.callback_url),
    channels: readChannels(fields.channels),
    metadata: readMetadata(fields.metadata),
  }
}

function isMissing(value: unknown): value is null | undefined | '' {
  return value === undefined || value === null || value === ''
}

function readPayer(fields: Record<string, unknown>): { email: string; amount: number } {
  const { email } = fields
  const missing = ['email', 'amount'].filter((field) => isMissing(fields[field]))
  if (missing.length > 0) {
    throw invalid(`Missing: ${missing.join(', ')}`, 'missing_params', 'Send both the email and the amount')
  }
  if (
    typeof email !== 'string' ||
    email.length > 254 ||
    !/^[^\s@<>"\\]+@[^\s@<>"\\]+\.[^\s@<>"\\]+$/.test(email)
  ) {
    throw invalid('Invalid Email Address Passed', 'invalid_email_address', "Send the payer's email address")
  }
  const amount = readKobo(fields.amount)
  if (amount === null || amount > largestKobo) {
    throw invalid('Invalid Amount Sent', 'invalid_amount', 'Send whole kobo, above zero, at most ₦10,000,000')
  }
  return { email, amount }
}

/** Only naira is enabled on this simulated integration; the exact refusal of other currencies is not documented. */
function readCurrency(value: unknown): string {
  if (isMissing(value) || value === 'NGN') return 'NGN'
  throw invalid('Currency not supported by merchant', 'unsupported_currency', 'Send NGN')
}

/** Underscores are refused here, though transfers allow them (section 1.3). The length limit is ours. */
function readReference(value: unknown): string | null {
  if (isMissing(value)) return null
  if (typeof value === 'string' && /^[A-Za-z0-9.=-]{1,100}$/.test(value)) return value
  throw invalid(
    'Invalid Transaction Reference',
    'invalid_reference',
    'Use letters, digits, "-", "." and "=" only',
  )
}

function readCallbackUrl(value: unknown): string | null {
  if (isMissing(value)) return null
  if (isWebUrl(value) && value.length <= 2000) return value
  throw invalid('Invalid callback URL', 'invalid_callback_url', 'Send an absolute http or https address')
}

function readChannels(value: unknown): string | null {
  if (isMissing(value)) return null
  if (Array.isArray(value) && value.length > 0 && value.every((channel) => knownChannels.includes(channel))) {
    return JSON.stringify(value)
  }
  throw invalid('Invalid channels', 'invalid_channels', `Send a list of: ${knownChannels.join(', ')}`)
}

/** Returned as JSON text. An object and the same object as a string are both accepted (section 1.3). */
function readMetadata(value: unknown): string | null {
  if (isMissing(value)) return null
  const object = typeof value === 'string' ? parsed(value) : value
  if (isRecord(object) || Array.isArray(object)) return JSON.stringify(object)
  throw invalid('Invalid metadata', 'invalid_metadata', 'Send a JSON object')
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return null
  }
}

/** The target of "cancel", if the merchant set an http or https URL in `metadata` (section 1.4). */
export function cancelAction(metadata: string | null): string | null {
  const object: unknown = metadata === null ? null : JSON.parse(metadata)
  const action = isRecord(object) ? object.cancel_action : null
  return isWebUrl(action) ? action : null
}

/** Random letters and digits, in the form of access codes and of references made by Paystack. */
function randomCode(length: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

/**
 * Records a new transaction. A reference is accepted only once, also across restarts (S-03); the second time gives the 400
 * of section 1.3. The status is `abandoned` until the payer acts (section 1.5).
 */
function startTransaction(context: Context, wanted: NewTransaction): Transaction {
  const { store, now } = context
  const reference = wanted.reference ?? randomCode(15)
  const sql = `INSERT INTO paystack_transaction (reference, access_code, status, requested_amount, amount, currency,
      email, callback_url, channels, metadata, created_at, touched_at)
    VALUES (?, ?, 'abandoned', ?, ?, ?, ?, ?, ?, ?, ?, ?)`
  return inTransaction(store, () => {
    if (transactionByReference(context, reference)) {
      throw new PaystackError(400, 'Duplicate Transaction Reference', {
        type: 'validation_error',
        code: 'duplicate_reference',
        nextStep: 'Use a reference that no earlier transaction has used',
      })
    }
    const { amount, currency, email, callbackUrl, channels, metadata } = wanted
    store
      .prepare(sql)
      .run(
        reference,
        randomCode(15),
        amount,
        amount,
        currency,
        email,
        callbackUrl,
        channels,
        metadata,
        now(),
        now(),
      )
    return lockedTransaction(context, reference)
  })
}
