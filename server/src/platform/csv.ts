import type { Kobo } from '@labalaba/contract'
import { withoutUnseenMarks } from './unseen-marks.ts'

/** Words, or an amount of money. */
export type Cell = string | Kobo

const byteOrderMark = '\uFEFF'

/**
 * Rows as RFC 4180 has them, in UTF-8 that spreadsheets recognise. Money stands in naira with two digits. A text that a
 * spreadsheet would work out as a formula gets an apostrophe before it, so that it is read as it is. Marks that are not seen,
 * or that turn text around, are left out.
 */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return byteOrderMark + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: Cell): string {
  const text = typeof value === 'number' ? naira(value) : harmless(withoutUnseenMarks(value))
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Tabs and line ends before it are skipped by some, so they count as a formula's beginning too. */
function harmless(text: string): string {
  return /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
}

function naira(amount: Kobo): string {
  const whole = Math.trunc(Math.abs(amount) / 100)
  const part = String(Math.abs(amount) % 100).padStart(2, '0')
  return `${amount < 0 ? '-' : ''}${whole}.${part}`
}
