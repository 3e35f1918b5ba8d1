import { type Kobo, lagosTime, nairaOf, type Statement as StatementOnWire } from '@labalaba/contract'
import { type Cell, csvOf } from '../../../infra/files/csv.ts'
import { postingWords } from '../words.ts'
import type { Statement, StatementDay } from './policy.ts'
import type { Whose } from './whose.ts'

/** A statement as the API returns it. */
export function presentStatement({ words }: Whose, statement: Statement): StatementOnWire {
  return {
    account: words,
    from: statement.from,
    to: statement.to,
    ...standing(statement),
    balances: statement.balances.map((one) => ({ balance: one.balance, ...standing(one) })),
    days: statement.days.map(({ day, lines, ...rest }) => ({
      day,
      ...standing(rest),
      lines: lines.map(({ at, kind, balance, orderReference, amount, balanceAfter }) => ({
        at: at.toISOString(),
        kind,
        words: postingWords(kind),
        balance,
        orderReference,
        amount: nairaOf(amount),
        balanceAfter: nairaOf(balanceAfter),
      })),
    })),
  }
}

function standing({ opening, closing }: { opening: Kobo; closing: Kobo }) {
  return { opening: nairaOf(opening), closing: nairaOf(closing) }
}

const head = ['Day', 'Time', 'Entry', 'Order', 'Account', 'Amount (NGN)', 'Balance (NGN)']

/** A statement as CSV: each day with lines has its opening and closing balance; an empty span has just these two. */
export function statementFile(statement: Statement): string {
  const days = statement.days.filter(({ lines }) => lines.length > 0)
  const rows = days.length > 0 ? days.flatMap(dayRows) : emptySpan(statement)
  return csvOf([head, ...rows])
}

function dayRows({ day, opening, closing, lines }: StatementDay): Cell[][] {
  return [
    [day, '', 'Opening balance', '', '', '', opening],
    ...lines.map((line) => [
      ...[day, lagosTime(line.at), postingWords(line.kind), line.orderReference ?? '', line.balance],
      line.amount,
      line.balanceAfter,
    ]),
    [day, '', 'Closing balance', '', '', '', closing],
  ]
}

function emptySpan({ from, to, opening, closing }: Statement): Cell[][] {
  return [
    [from, '', 'Opening balance', '', '', '', opening],
    [to, '', 'Closing balance', '', '', '', closing],
  ]
}

/** The file name of a statement: its owner and days, in characters that every system accepts. */
export function fileName(whose: string, { from, to }: Statement): string {
  const plain = whose
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return `statement-${plain || 'account'}-${from}-${to}.csv`
}
