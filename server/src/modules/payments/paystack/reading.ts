import { kobo } from '@labalaba/contract'
import * as z from 'zod/mini'

/*
 * Paystack's data, read strictly where we rely on it and ignored elsewhere: its published shapes and samples disagree. A
 * reader returns null if a field that we use is missing or has another shape.
 */

type Reading<T> = (data: unknown) => T | null

function reader<T>(schema: z.ZodMiniType<T>): Reading<T> {
  return (data) => {
    const read = schema.safeParse(data)
    return read.success ? read.data : null
  }
}

const identifier = z.pipe(z.union([z.number(), z.string()]), z.transform(String))
const amount = z.pipe(
  z.union([
    z.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)),
    z.string().check(z.regex(/^\d{1,15}$/)),
  ]),
  z.transform((read) => kobo(Number(read))),
)
const text = z.nullish(z.string())
/** A time; null if there is none, or it cannot be read. */
const moment = z.pipe(text, z.transform(dateFrom))

function dateFrom(read: string | null | undefined): Date | null {
  return read && !Number.isNaN(Date.parse(read)) ? new Date(read) : null
}

export const readCheckout = reader(
  z.pipe(
    z.object({ authorization_url: z.string().check(z.url()), reference: z.string() }),
    z.transform((checkout) => ({ authorizationUrl: checkout.authorization_url })),
  ),
)

export const readTransaction = reader(
  z.pipe(
    z.object({
      id: identifier,
      reference: z.string(),
      status: z.string(),
      amount,
      requested_amount: z.nullish(amount),
      currency: z.string(),
      domain: z.string(),
      fees: z.nullish(amount),
      channel: text,
      paid_at: moment,
      authorization: z.catch(z.nullish(z.object({ signature: text })), null),
    }),
    z.transform(({ id, requested_amount, fees, channel, paid_at, authorization, ...read }) => ({
      ...read,
      providerId: id,
      requestedAmount: requested_amount ?? null,
      fee: fees ?? null,
      channel: channel ?? null,
      paidAt: paid_at,
      /** The same for every payment with one card; null for other channels. */
      cardSignature: authorization?.signature || null,
    })),
  ),
)
export type Transaction = NonNullable<ReturnType<typeof readTransaction>>

const refund = z.object({ id: identifier, status: z.string(), amount, merchant_note: text })

function withNote<R extends { merchant_note?: string | null | undefined }>({ merchant_note, ...read }: R) {
  return { ...read, note: merchant_note ?? '' }
}

export const readRefund = reader(z.pipe(refund, z.transform(withNote<z.infer<typeof refund>>)))
export type ProviderRefund = NonNullable<ReturnType<typeof readRefund>>

/** A refund in the list of all refunds, with its transaction. */
export const readListedRefund = reader(
  z.pipe(
    z.extend(refund, {
      transaction: z.union([identifier, z.object({ id: identifier })]),
      currency: z.string(),
      createdAt: z.pipe(moment, z.date()),
    }),
    z.transform(({ transaction, ...read }) => ({
      ...withNote(read),
      /** Paystack's id of the transaction; `providerId` of ours. */
      transactionId: typeof transaction === 'string' ? transaction : transaction.id,
    })),
  ),
)
export type ListedRefund = NonNullable<ReturnType<typeof readListedRefund>>

const readAnyDispute = reader(
  z.pipe(
    z.object({
      id: identifier,
      refund_amount: z.nullish(amount),
      currency: text,
      /** `awaiting-merchant-feedback`, `awaiting-bank-feedback`, `pending`, `resolved` or `archived`. */
      status: z.string(),
      resolution: text,
      category: text,
      domain: z.string(),
      transaction: z.object({ reference: z.string(), amount, currency: z.string() }),
      dueAt: moment,
      resolvedAt: moment,
      created_at: text,
      createdAt: text,
    }),
    z.transform(({ refund_amount, created_at, createdAt, transaction, ...read }) => ({
      ...read,
      /** The reference of the disputed payment. */
      reference: transaction.reference,
      // Old disputes have no amount of their own: then the whole payment is disputed.
      amount: refund_amount ?? transaction.amount,
      currency: read.currency ?? transaction.currency,
      /** Names the winner only if the status is `resolved`: `declined` means we won, any other word that we lost. */
      resolution: read.resolution ?? null,
      category: read.category ?? 'general',
      openedAt: dateFrom(created_at ?? createdAt),
    })),
  ),
)

export function readDispute(data: unknown) {
  const read = readAnyDispute(data)
  return read?.openedAt ? { ...read, openedAt: read.openedAt } : null
}
export type ProviderDispute = NonNullable<ReturnType<typeof readDispute>>

/** Reads a list; one unreadable row makes the whole list unreadable, so that nothing is overlooked. */
export function listOf<T>(read: Reading<T>): Reading<readonly T[]> {
  return (data) => {
    if (!Array.isArray(data)) return null
    const rows = data.map(read)
    return rows.every((row) => row !== null) ? rows : null
  }
}

/** The banks in use, sorted by name. */
export const readBanks = reader(
  z.pipe(
    z.array(z.object({ id: identifier, name: z.string(), active: z.nullish(z.boolean()) })),
    z.transform((banks) =>
      banks
        .filter(({ active }) => active !== false)
        .map(({ id, name }) => ({ id, name }))
        .toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
    ),
  ),
)

const numbered = z.object({ pageCount: z.number() })
const byCursor = z.object({ next: text })

/** Rows of a numbered page, and how many pages there are. */
export function pageOf<T>(read: Reading<T>) {
  return (data: unknown, meta: unknown): { rows: readonly T[]; pages: number } | null => {
    const rows = listOf(read)(data)
    const place = numbered.safeParse(meta)
    return rows && place.success ? { rows, pages: place.data.pageCount } : null
  }
}

/** Rows read by cursor, and the next cursor; null at the end. */
export function stretchOf<T>(read: Reading<T>) {
  return (data: unknown, meta: unknown): { rows: readonly T[]; next: string | null } | null => {
    const rows = listOf(read)(data)
    const place = byCursor.safeParse(meta)
    return rows && place.success ? { rows, next: place.data.next ?? null } : null
  }
}

/** Where Paystack takes a file, and the name by which it knows it then. */
export const readUpload = reader(
  z.object({
    signedUrl: z.string().check(z.regex(/^https?:/), z.refine(URL.canParse)),
    fileName: z.string(),
  }),
)
