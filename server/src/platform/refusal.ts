import { type RefusalCode, refusals } from '@labalaba/contract'

export type RefusalDetails = {
  /** What is wrong, by field of the body. */
  fields?: Record<string, string>
  /** What the caller needs to go on, such as the current prices. */
  data?: unknown
  /** Words in place of the code's own. */
  message?: string
  /** Seconds after which another try may help. */
  retryAfter?: number
}

/** An expected "no". Throwing it undoes the transaction; the HTTP layer turns it into a reply. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  readonly details: RefusalDetails

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    super(details.message ?? refusals[code][1])
    this.code = code
    this.details = details
  }

  get status(): number {
    return refusals[this.code][0]
  }
}
