import { invalid } from '../envelope.ts'
import { isRecord, readKobo } from '../input.ts'
import { isWebUrl } from '../settings.ts'

/** A validated request to start a payment; `channels` and `metadata` as JSON text. */
export type NewTransaction = {
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
export function readNewTransaction(body: unknown): NewTransaction {
  const fields = isRecord(body) ? body : {}
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
