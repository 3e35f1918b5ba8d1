/** Paystack's answer. `status` says whether the call worked, never whether money moved (section 1.1). */
export type Envelope = {
  status: boolean
  message: string
  data?: unknown
  meta?: Record<string, unknown>
  type?: ErrorType
  code?: string
}

/** The kinds of error that Paystack names (section 1.17). */
export type ErrorType = 'api_error' | 'validation_error' | 'processor_error'

/** What an error answer may contain besides its message (section 1.17). */
export type ErrorDetail = { type?: ErrorType; code?: string; nextStep?: string }

/** A refusal with Paystack's own message and code. Throwing it rolls back the surrounding transaction. */
export class PaystackError extends Error {
  override name = 'PaystackError'
  readonly status: number
  readonly detail: ErrorDetail
  constructor(status: number, message: string, detail: ErrorDetail = {}) {
    super(message)
    this.status = status
    this.detail = detail
  }
}

/** A refused input in the form of section 1.17. */
export function invalid(message: string, code: string, nextStep: string): PaystackError {
  return new PaystackError(400, message, { type: 'validation_error', code, nextStep })
}

/** The envelope of a call that worked. */
export function granted(message: string, data: unknown, meta?: Record<string, unknown>): Envelope {
  return meta ? { status: true, message, data, meta } : { status: true, message, data }
}

/** The envelope of a refusal. The JSON key of the hint is `nextStep` (section 1.17). */
export function refused(message: string, { type, code, nextStep }: ErrorDetail = {}): Envelope {
  return {
    status: false,
    message,
    ...(nextStep && { meta: { nextStep } }),
    ...(type && { type }),
    ...(code && { code }),
  }
}
