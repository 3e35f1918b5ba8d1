import { type Kobo, kobo } from '@labalaba/contract'
import * as z from 'zod/mini'

/*
 * Paystack's data, read strictly where we rely on it and ignored elsewhere: its published shapes and samples disagree. A
 * reader returns null if a field that we use is missing or has another shape.
 */

export type Checkout = { readonly authorizationUrl: string }

export type Transaction = {
  readonly reference: string
  readonly status: string
  readonly amount: Kobo
  readonly requestedAmount: Kobo | null
  readonly currency: string
  readonly domain: string
  readonly fee: Kobo | null
  readonly channel: string | null
  readonly providerId: string
  readonly paidAt: Date | null
  /** The same for every payment with one card; null for other channels. */
  readonly cardSignature: string | null
}

export type ProviderRefund = {
  readonly id: string
  readonly status: string
  readonly amount: Kobo
  readonly note: string
}

/** A refund in the list of all refunds, with its transaction. */
export type ListedRefund = ProviderRefund & {
  /** Paystack's id of the transaction; `providerId` of ours. */
  readonly transactionId: string
  readonly currency: string
  readonly createdAt: Date
}

export type ProviderDispute = {
  readonly id: string
  /** The reference of the disputed payment. */
  readonly reference: string
  readonly amount: Kobo
  readonly currency: string
  /** `awaiting-merchant-feedback`, `awaiting-bank-feedback`, `pending`, `resolved` or `archived`. */
  readonly status: string
  /** Names the winner only if the status is `resolved`: `declined` means we won, any other word that we lost. */
  readonly resolution: string | null
  readonly category: string
  readonly domain: string
  readonly dueAt: Date | null
  readonly openedAt: Date
  readonly resolvedAt: Date | null
}

const wholeAmount = z.union([
  z.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)),
  z.string().check(z.regex(/^\d{1,15}$/)),
])
const identifier = z.union([z.number(), z.string()])

const checkout = z.object({ authorization_url: z.string().check(z.url()), reference: z.string() })
const transaction = z.object({
  id: identifier,
  reference: z.string(),
  status: z.string(),
  amount: wholeAmount,
  requested_amount: z.nullish(wholeAmount),
  currency: z.string(),
  domain: z.string(),
  fees: z.nullish(wholeAmount),
  channel: z.nullish(z.string()),
  paid_at: z.nullish(z.string()),
  authorization: z.catch(z.nullish(z.object({ signature: z.nullish(z.string()) })), null),
})
const refund = z.object({
  id: identifier,
  status: z.string(),
  amount: wholeAmount,
  merchant_note: z.nullish(z.string()),
})
const listedRefund = z.object({
  transaction: z.union([identifier, z.object({ id: identifier })]),
  currency: z.string(),
  createdAt: z.string(),
})
const dispute = z.object({
  id: identifier,
  refund_amount: z.nullish(wholeAmount),
  currency: z.nullish(z.string()),
  status: z.string(),
  resolution: z.nullish(z.string()),
  category: z.nullish(z.string()),
  domain: z.string(),
  transaction: z.object({ reference: z.string(), amount: wholeAmount, currency: z.string() }),
  dueAt: z.nullish(z.string()),
  resolvedAt: z.nullish(z.string()),
  created_at: z.nullish(z.string()),
  createdAt: z.nullish(z.string()),
})

function koboFrom(amount: number | string): Kobo {
  return kobo(Number(amount))
}

function dateFrom(text: string | null | undefined): Date | null {
  return text && !Number.isNaN(Date.parse(text)) ? new Date(text) : null
}

export function readCheckout(data: unknown): Checkout | null {
  const read = checkout.safeParse(data)
  return read.success ? { authorizationUrl: read.data.authorization_url } : null
}

export function readTransaction(data: unknown): Transaction | null {
  const read = transaction.safeParse(data)
  if (!read.success) return null
  const {
    id,
    reference,
    status,
    amount,
    requested_amount,
    currency,
    domain,
    fees,
    channel,
    paid_at,
    authorization,
  } = read.data
  return {
    reference,
    status,
    amount: koboFrom(amount),
    requestedAmount: requested_amount == null ? null : koboFrom(requested_amount),
    currency,
    domain,
    fee: fees == null ? null : koboFrom(fees),
    channel: channel ?? null,
    providerId: String(id),
    paidAt: dateFrom(paid_at),
    cardSignature: authorization?.signature || null,
  }
}

export function readRefund(data: unknown): ProviderRefund | null {
  const read = refund.safeParse(data)
  if (!read.success) return null
  const { id, status, amount, merchant_note } = read.data
  return { id: String(id), status, amount: koboFrom(amount), note: merchant_note ?? '' }
}

export function readListedRefund(data: unknown): ListedRefund | null {
  const known = readRefund(data)
  const read = listedRefund.safeParse(data)
  const createdAt = read.success ? dateFrom(read.data.createdAt) : null
  if (!known || !read.success || !createdAt) return null
  const { transaction: whose, currency } = read.data
  return {
    ...known,
    transactionId: String(typeof whose === 'object' ? whose.id : whose),
    currency,
    createdAt,
  }
}

export function readDispute(data: unknown): ProviderDispute | null {
  const read = dispute.safeParse(data)
  const openedAt = read.success ? dateFrom(read.data.created_at ?? read.data.createdAt) : null
  if (!read.success || !openedAt) return null
  const { id, refund_amount, currency, status, resolution, category, domain, transaction: paid } = read.data
  return {
    id: String(id),
    reference: paid.reference,
    // Old disputes have no amount of their own: then the whole payment is disputed.
    amount: koboFrom(refund_amount ?? paid.amount),
    currency: currency ?? paid.currency,
    status,
    resolution: resolution ?? null,
    category: category ?? 'general',
    domain,
    dueAt: dateFrom(read.data.dueAt),
    openedAt,
    resolvedAt: dateFrom(read.data.resolvedAt),
  }
}

/** Reads a list; one unreadable row makes the whole list unreadable, so that nothing is overlooked. */
export function listOf<T>(read: (row: unknown) => T | null): (data: unknown) => readonly T[] | null {
  return (data) => {
    if (!Array.isArray(data)) return null
    const rows = data.map(read)
    return rows.every((row) => row !== null) ? rows : null
  }
}

export type Bank = { readonly id: string; readonly name: string }

const bank = z.object({ id: identifier, name: z.string(), active: z.nullish(z.boolean()) })

/** The banks in use, sorted by name. */
export function readBanks(data: unknown): readonly Bank[] | null {
  const read = z.array(bank).safeParse(data)
  if (!read.success) return null
  const inUse = read.data.filter(({ active }) => active !== false)
  return inUse
    .map(({ id, name }) => ({ id: String(id), name }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

const numbered = z.object({ pageCount: z.number() })
const byCursor = z.object({ next: z.nullish(z.string()) })

/** Rows of a numbered page, and how many pages there are. */
export function pageOf<T>(read: (row: unknown) => T | null) {
  return (data: unknown, meta: unknown): { rows: readonly T[]; pages: number } | null => {
    const rows = listOf(read)(data)
    const place = numbered.safeParse(meta)
    return rows && place.success ? { rows, pages: place.data.pageCount } : null
  }
}

/** Rows read by cursor, and the next cursor; null at the end. */
export function stretchOf<T>(read: (row: unknown) => T | null) {
  return (data: unknown, meta: unknown): { rows: readonly T[]; next: string | null } | null => {
    const rows = listOf(read)(data)
    const place = byCursor.safeParse(meta)
    return rows && place.success ? { rows, next: place.data.next ?? null } : null
  }
}
