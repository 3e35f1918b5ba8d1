import type { Kobo } from '@labalaba/contract'
import { withoutUnseenMarks } from '../unseen-marks.ts'

/** A text, or an amount of money. */
export type Cell = string | Kobo

const byteOrderMark = '\uFEFF'

/**
 * Rows in the format of RFC 4180, in UTF-8 that spreadsheets recognise. Money is written in naira with two decimals. A text
 * that a spreadsheet would evaluate as a formula gets an apostrophe in front, so that it is read as text. Characters that
 * are invisible or reverse text are left out.
 */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return byteOrderMark + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: Cell): string {
  const text = typeof value === 'number' ? naira(value) : harmless(withoutUnseenMarks(value))
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Some programs skip leading tabs and line ends, so these count as the start of a formula too. */
function harmless(text: string): string {
  return /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
}

function naira(amount: Kobo): string {
  const whole = Math.trunc(Math.abs(amount) / 100)
  const part = String(Math.abs(amount) % 100).padStart(2, '0')
  return `${amount < 0 ? '-' : ''}${whole}.${part}`
}
