import { type RefusalCode, refusals } from '@labalaba/contract'

export type DomainErrorDetails = {
  /** The problems, by field of the body. */
  fields?: Record<string, string>
  /** Data that the caller needs to continue, such as the current prices. */
  data?: unknown
  /** A message in place of the code's own. */
  message?: string
  /** Seconds after which another try may help. */
  retryAfter?: number
}

/**
 * An expected failure with a code, a status and a message. Throwing it rolls the transaction back; the HTTP layer sends it
 * as the response.
 */
export class DomainError extends Error {
  override name = 'DomainError'
  readonly code: RefusalCode
  readonly details: DomainErrorDetails

  constructor(code: RefusalCode, details: DomainErrorDetails = {}) {
    super(details.message ?? refusals[code][1])
    this.code = code
    this.details = details
  }

  get status(): number {
    return refusals[this.code][0]
  }
}
