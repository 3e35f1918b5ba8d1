import { brand, formatDay, formatMoment, formatNairaExactly, lagosTime } from '@labalaba/contract'
import { labTotals, type Statement } from '../statements/policy.ts'
import { labWords } from '../words.ts'

export type DocumentLine = {
  readonly time: string
  readonly words: string
  readonly order: string
  readonly amount: string
  readonly balance: string
}

/** All text on the PDF of a lab's statement. */
export type StatementDocument = {
  readonly lab: string
  readonly days: string
  readonly printed: string
  /** Label and amount: the opening balance, and the sum of each kind of entry. */
  readonly sums: readonly (readonly [string, string])[]
  readonly closing: readonly [string, string]
  /** Days with entries. */
  readonly moved: readonly { readonly day: string; readonly lines: readonly DocumentLine[] }[]
  readonly company: readonly string[]
}

/** Builds the text of a statement's PDF. The total of each kind of entry is the sum of the lines below it. */
export function statementDocument(lab: string, statement: Statement, printedAt: Date): StatementDocument {
  const moved = statement.days.filter(({ lines }) => lines.length > 0)
  return {
    lab: clean(lab),
    days: `${longDay(statement.from)} to ${longDay(statement.to)}`,
    printed: formatMoment(printedAt),
    sums: [
      ['Opening balance', formatNairaExactly(statement.opening)],
      ...labTotals(statement).map(({ words, amount }) => [words, formatNairaExactly(amount)] as const),
    ],
    closing: ['Closing balance', formatNairaExactly(statement.closing)],
    moved: moved.map(({ day, lines }) => ({
      day: longDay(day),
      lines: lines.map(({ at, kind, orderReference, amount, balanceAfter }) => ({
        time: lagosTime(at),
        words: labWords(kind, amount),
        order: orderReference ?? '',
        amount: formatNairaExactly(amount),
        balance: formatNairaExactly(balanceAfter),
      })),
    })),
    company: [brand.name, brand.streetAddress, `${brand.supportEmail} · ${brand.supportPhone}`],
  }
}

const longDay = (day: Statement['from']) => `${formatDay(day)} ${day.slice(0, 4)}`

/** Replaces control characters and marks that would change the direction of the text after them. */
function clean(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, ' ').trim()
}
