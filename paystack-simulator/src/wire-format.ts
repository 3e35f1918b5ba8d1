/** Paystack's answer. `status` says whether the call worked, never whether money moved (section 1.1). */
type Envelope = {
  status: boolean
  message: string
  data?: unknown
  meta?: Record<string, unknown>
  type?: ErrorType
  code?: string
}

/** The kinds of error that Paystack names (section 1.17). */
type ErrorType = 'api_error' | 'validation_error' | 'processor_error'

/** What an error answer may contain besides its message (section 1.17). */
type ErrorDetail = { type?: ErrorType; code?: string; nextStep?: string }

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

/** The envelope of one page of a list. */
export function grantedPage(
  message: string,
  data: unknown[],
  { total, ...more }: { total: number; total_volume?: number },
  page: ReturnType<typeof readPage>,
): Envelope {
  return granted(message, data, { total, ...more, ...page, pageCount: Math.ceil(total / page.perPage) })
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

/** An action that the state of a transaction or dispute does not allow: the control API answers 409. */
export class WrongState extends Error {
  override name = 'WrongState'
}

/** The deepest accepted JSON nesting. No honest caller needs more, and more could overflow a recursive parser. */
const deepest = 32

/** True for a JSON object: not null, not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The JSON object that a body or a query is; anything else has no fields. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

/** Parses JSON from outside. Invalid or too deeply nested text gives a 400, never a crash. */
export function readJson(body: string): unknown {
  if (body.trim() === '') return undefined
  if (nesting(body) > deepest) throw new PaystackError(400, 'JSON is nested too deeply')
  try {
    return JSON.parse(body)
  } catch {
    throw new PaystackError(400, 'Body is not valid JSON')
  }
}

function nesting(body: string): number {
  let depth = 0
  let most = 0
  for (const bracket of body.replace(/"(?:[^"\\]|\\.)*"/gs, '').match(/[[\]{}]/g) ?? []) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1
    most = Math.max(most, depth)
  }
  return most
}

/** An amount in kobo sent as a whole number or a digit string (section 1.1), or null. */
export function readKobo(value: unknown): number | null {
  const amount = typeof value === 'string' && /^[0-9]{1,16}$/.test(value) ? Number(value) : value
  return typeof amount === 'number' && Number.isSafeInteger(amount) && amount > 0 ? amount : null
}

/** An optional note or name: null if absent, refused if it is not text. */
export function readNote(body: Record<string, unknown>, field: string): string | null {
  const value = body[field] ?? null
  if (value === null || (typeof value === 'string' && value.length <= 1000)) return value
  throw invalid(
    `Invalid ${field} passed`,
    'invalid_params',
    `Send ${field} as text of at most 1000 characters`,
  )
}

/** The requested page of a list; section 1.1 has both spellings of the page size. */
export function readPage(query: Record<string, unknown>): { page: number; perPage: number; skipped: number } {
  const count = (value: unknown, fallback: number, most: number) =>
    typeof value === 'string' && /^[1-9][0-9]{0,8}$/.test(value) ? Math.min(Number(value), most) : fallback
  const perPage = count(query.perPage ?? query.per_page, 50, 100)
  const page = count(query.page, 1, 1_000_000)
  return { page, perPage, skipped: (page - 1) * perPage }
}

/** A `from` or `to` filter, date or timestamp, in milliseconds; a plain `to` date covers its whole day. */
export function readInstant(query: Record<string, unknown>, field: 'from' | 'to'): number | null {
  const value = query[field]
  if (value === undefined || value === '') return null
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(at))
    throw invalid(`Invalid ${field} date`, 'invalid_params', `Send ${field} as an ISO-8601 date`)
  const wholeDay = field === 'to' && typeof value === 'string' && value.length === 10
  return wholeDay ? at + 86_399_999 : at
}

/** A position in a list read by cursor: the rows after (older) or before (newer) the row with this id. */
export type Place = { readonly side: 'older' | 'newer'; readonly than: number } | null

/** The cursor in `meta` for the rows beyond a row. It is opaque to the caller. */
export function cursorAt(id: number): string {
  return Buffer.from(`undefined:${id}`).toString('base64')
}

/** The position at which to read a list with `use_cursor` (S-16); null is its start. */
export function readPlace(query: Record<string, unknown>): Place {
  const side = isGiven(query.next) ? 'older' : isGiven(query.previous) ? 'newer' : null
  if (side === null) return null
  const cursor = side === 'older' ? query.next : query.previous
  const [, id] = /^undefined:([0-9]{1,15})$/.exec(Buffer.from(String(cursor), 'base64').toString()) ?? []
  if (id === undefined) throw invalid('Invalid cursor', 'invalid_params', 'Send a cursor that `meta` gave')
  return { side, than: Number(id) }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== ''
}
