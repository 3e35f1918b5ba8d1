import {
  addDays,
  type Kobo,
  type LabStatement,
  type LagosDate,
  lagosDate,
  nairaOf,
  parseLagosDate,
  sum,
} from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { labWords } from '../words.ts'
import type { Statement, StatementLine } from './policy.ts'
import { firstLineOf } from './statement-repository.ts'
import { readStatement } from './statements.ts'

/** A lab whose statement the actor may read. */
export type OwnLab = { readonly labId: number; readonly name: string; readonly slug: string }

/** How many months a lab can choose from. */
const mostMonths = 120

/**
 * The statement of a lab's account for one Lagos month, as of one instant; the current month ends today. Throws
 * `wrong_days` if the month does not exist or has not begun.
 */
export async function readLabMonth(
  db: Db,
  { labId, name }: OwnLab,
  month: string,
  now: Date,
  most?: number,
): Promise<Statement> {
  const today = lagosDate(now)
  const from = parseLagosDate(`${month}-01`)
  if (!from || from > today) throw new DomainError('wrong_days')
  const last = addDays(firstOfNext(from), -1)
  const isOver = last < today
  const accounts = [{ kind: 'lab', owner: String(labId) }] as const
  const span = { from, to: isOver ? last : today, ...(most === undefined ? {} : { most }) }
  return await readStatement(db, { words: name, accounts }, span)
}

function firstOfNext(first: LagosDate): LagosDate {
  return `${addDays(first, 31).slice(0, 7)}-01` as LagosDate
}

/** The months that a lab can choose, newest first: from the month of its first entry to this one. */
export async function monthsOf(db: Db, { labId }: OwnLab, now: Date): Promise<string[]> {
  const began = await firstLineOf(db, { kind: 'lab', owner: String(labId) })
  const first = lagosDate(began ?? now).slice(0, 7)
  const months = [lagosDate(now).slice(0, 7)]
  for (let last = months[0]; last && last > first && months.length < mostMonths; last = months.at(-1))
    months.push(addDays(`${last}-01` as LagosDate, -1).slice(0, 7))
  return months
}

/** A month of a lab's account as the API returns it. */
export function presentLabMonth(
  { name }: OwnLab,
  month: string,
  months: readonly string[],
  statement: Statement,
): LabStatement {
  const moved = statement.days.filter(({ lines }) => lines.length > 0)
  return {
    ...{ lab: name, month, months: [...months] },
    ...{ opening: nairaOf(statement.opening), closing: nairaOf(statement.closing) },
    totals: totalsOf(moved.flatMap(({ lines }) => lines)),
    days: moved.map(({ day, closing, lines }) => ({
      day,
      closing: nairaOf(closing),
      lines: lines.map(({ at, kind, orderReference, amount, balanceAfter }) => ({
        ...{ at: at.toISOString(), words: labWords(kind, amount), orderReference },
        ...{ amount: nairaOf(amount), balanceAfter: nairaOf(balanceAfter) },
      })),
    })),
  }
}

function totalsOf(lines: readonly StatementLine[]): LabStatement['totals'] {
  const byWords = new Map<string, Kobo[]>()
  for (const { kind, amount } of lines) {
    const words = labWords(kind, amount)
    byWords.set(words, [...(byWords.get(words) ?? []), amount])
  }
  return [...byWords].map(([words, amounts]) => ({
    ...{ words, count: amounts.length, amount: nairaOf(sum(amounts)) },
  }))
}
