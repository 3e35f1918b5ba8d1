import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AuditKey } from './keys.ts'

/** One link without its code: which row it covers, and in which form. */
export type Link = {
  readonly position: number
  readonly source: string
  readonly row_key: string
  readonly form: number
  readonly taken_over: boolean
  readonly at: Date
}

/** The row that a link covers, column by column; null if the row is missing. */
export type Content = readonly (string | null)[] | null

/** The source of the link with which an operator restarts the chain. */
export const restarted = 'audit_restart'

/** The code that the first link of a chain uses as its previous code. */
export const nothingBefore: Buffer = Buffer.alloc(32)

/**
 * The code of a link: HMAC-SHA-256 over the code of the previous link, the link and the row. As JSON, different contents
 * always give different texts.
 */
export function macOf(key: AuditKey, before: Buffer, link: Link, content: Content): Buffer {
  const { position, source, row_key, form, taken_over, at } = link
  const text = JSON.stringify([position, source, row_key, form, taken_over, at.getTime(), content])
  return createHmac('sha256', key.link)
    .update(link.source === restarted ? nothingBefore : before)
    .update(text)
    .digest()
}

/** The seal of a chain that ends at this position with this code. */
export function sealOf(key: AuditKey, position: number, mac: Buffer): Buffer {
  return createHmac('sha256', key.end).update(`${position}|`).update(mac).digest()
}

export function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
