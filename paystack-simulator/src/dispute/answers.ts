import { invalid } from '../envelope.ts'
import { isRecord, readKobo } from '../input.ts'

/** A merchant's validated answer to a dispute; the amount in kobo. */
export type DisputeAnswer = {
  readonly resolution: 'merchant-accepted' | 'declined'
  readonly message: string
  readonly refundAmount: number
  readonly uploadedFilename: string
}

/**
 * Validates the body of `PUT /dispute/{id}/resolve` (section 1.14). The OpenAPI requires all four fields for any
 * resolution.
 */
export function readAnswer(body: unknown): DisputeAnswer {
  const fields = isRecord(body) ? body : {}
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
export function readEvidence(body: unknown): Record<string, unknown> {
  const fields = isRecord(body) ? body : {}
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
