import { addDays, type Kobo, kobo, type LagosDate, lagosDate, parseLagosDate, sum } from '@labalaba/contract'
import { labWords } from '../words.ts'

/** The longest span of a statement, in days: a leap year. */
export const longestSpan = 366

/** Limits of a statement's days: no ledger reaches further, and far years are written differently. */
const firstDay = '2000-01-01'
const lastDay = '2999-12-31'

/** The days of a statement, both included. */
export type Span = { readonly from: LagosDate; readonly to: LagosDate }

/** The span between two days; null if a day is invalid, they are in the wrong order or too far apart. */
export function spanOf(fromText: string, toText: string): Span | null {
  const from = parseLagosDate(fromText)
  const to = parseLagosDate(toText)
  if (!from || !to || from < firstDay || to > lastDay || to < from) return null
  return addDays(from, longestSpan - 1) < to ? null : { from, to }
}

/** A balance before the span, with the sign that its reader expects. */
export type Opening = { readonly balance: string; readonly amount: Kobo }

export type StatementLine = {
  readonly at: Date
  readonly kind: string
  readonly balance: string
  readonly orderReference: string | null
  readonly amount: Kobo
}

type Balances = { readonly opening: Kobo; readonly closing: Kobo }
export type StatementDay = Balances & {
  readonly day: LagosDate
  readonly lines: readonly (StatementLine & { readonly balanceAfter: Kobo })[]
}
export type Statement = Span &
  Balances & {
    readonly balances: readonly (Balances & { readonly balance: string })[]
    readonly days: readonly StatementDay[]
  }

/**
 * Groups the lines of a span, given in order of time, by Lagos day. Each day opens with the closing balance of the day
 * before, and every day of the span is included. Throws if a line is outside the span: it would be left out.
 */
export function setOut(span: Span, openings: readonly Opening[], lines: readonly StatementLine[]): Statement {
  const byDay = Map.groupBy(lines, ({ at }) => lagosDate(at))
  const opening = sum(openings.map(({ amount }) => amount))
  const days: StatementDay[] = []
  let stands = opening
  let placed = 0
  for (let day = span.from; day <= span.to; day = addDays(day, 1)) {
    const one = setOutDay(day, stands, byDay.get(day) ?? [])
    days.push(one)
    stands = one.closing
    placed += one.lines.length
  }
  if (placed !== lines.length) throw new Error('a line of a statement is not of its days')
  const balances = openings.map(({ balance, amount }) => {
    const moved = lines.filter((line) => line.balance === balance).map((line) => line.amount)
    return { balance, opening: amount, closing: sum([amount, ...moved]) }
  })
  return { ...span, opening, closing: stands, balances, days }
}

function setOutDay(day: LagosDate, opening: Kobo, lines: readonly StatementLine[]): StatementDay {
  let stands = opening
  const walked = lines.map((line) => {
    stands = kobo(stands + line.amount)
    return { ...line, balanceAfter: stands }
  })
  return { day, opening, closing: stands, lines: walked }
}

/** The sum of each kind of entry in a lab's statement, and how many there are, in the order in which they first appear. */
export function labTotals({ days }: Statement): { words: string; count: number; amount: Kobo }[] {
  const lines = days.flatMap((day) => day.lines)
  const byWords = Map.groupBy(lines, ({ kind, amount }) => labWords(kind, amount))
  return [...byWords].map(([words, grouped]) => ({
    words,
    count: grouped.length,
    amount: sum(grouped.map(({ amount }) => amount)),
  }))
}
