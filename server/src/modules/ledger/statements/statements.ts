import { addDays, kobo } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { AccountKind } from '../repository.ts'
import { accountWords, signOf } from '../words.ts'
import { type Opening, type Statement, type StatementLine, setOut, spanOf } from './policy.ts'
import * as repository from './statement-repository.ts'
import type { Whose } from './whose.ts'

/** Most lines of a statement that a user waits for. */
const mostLines = 20_000

type StatementQuery = { readonly from: string; readonly to: string; readonly most?: number }

/**
 * The statement of some accounts over some Lagos days, as of one instant. Throws `wrong_days`, and `statement_too_long`
 * rather than leave a line out.
 */
export async function readStatement(db: Db, { accounts }: Whose, asked: StatementQuery): Promise<Statement> {
  const span = spanOf(asked.from, asked.to)
  if (!span) throw new DomainError('wrong_days')
  const { most = mostLines } = asked
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const before = await repository.sumsBefore(tx, accounts, span.from)
      const days = { from: span.from, after: addDays(span.to, 1) }
      const lines = await repository.linesWithin(tx, accounts, days, most + 1)
      if (lines.length > most) throw new DomainError('statement_too_long')
      const openings = accounts.map(({ kind }): Opening => {
        const stood = before.find((one) => one.kind === kind)?.sum ?? 0
        return { balance: accountWords[kind], amount: asRead(kind, stood) }
      })
      return setOut(span, openings, lines.map(lineOf))
    })
}

function lineOf({ account, amount, ...line }: repository.LineRow): StatementLine {
  return { ...line, balance: accountWords[account], amount: asRead(account, amount) }
}

function asRead(kind: AccountKind, amount: number) {
  return kobo(amount === 0 ? 0 : amount * signOf(kind))
}
