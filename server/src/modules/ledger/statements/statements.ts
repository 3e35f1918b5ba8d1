import { addDays, kobo, type LagosDate, lagosDate, parseLagosDate } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { Actor } from '../../../infra/http/http.ts'
import { accountNamed } from '../../accounts/index.ts'
import { labById, labsBySlug } from '../../labs/index.ts'
import type { AccountKey, AccountKind } from '../repository.ts'
import { accountWords, signOf } from '../words.ts'
import { type Opening, type Statement, type StatementLine, setOut, spanOf } from './policy.ts'
import * as repository from './statement-repository.ts'

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

/** Ledger accounts that are read together as one statement, and their owner in words. */
export type Whose = { readonly words: string; readonly accounts: readonly AccountKey[] }

/** A lab or a person: its owner key in the ledger, and its name. */
type Named = { readonly owner: string; readonly words: string }

/** Accounts of the platform as a whole, by the word that selects them in a request for a statement. */
const ofThePlatform: Readonly<Record<string, AccountKind>> = {
  platform: 'platform_revenue',
  clearing: 'provider_clearing',
  fees: 'provider_fees',
  phlebotomist: 'phlebotomist',
  unapplied: 'unapplied',
  refunds: 'refunds',
  chargebacks: 'chargebacks',
  bank: 'own_bank',
}

const kinds: Readonly<
  Record<
    string,
    { find: (db: Db, name: string) => Promise<Named | null>; kinds: readonly AccountKind[]; words: string }
  >
> = {
  lab: { find: findLab, kinds: ['lab'], words: 'Lab' },
  doctor: { find: findPerson, kinds: ['doctor_pending', 'doctor_wallet'], words: 'Doctor' },
  phlebotomist: { find: findPerson, kinds: ['phlebotomist'], words: 'Phlebotomist' },
  patient: { find: findPerson, kinds: ['patient_credit'], words: 'Credit' },
}

/** The accepted forms of an account, for people who type it. */
export const accountForms = [
  ...Object.keys(ofThePlatform),
  ...['lab:<slug>', 'doctor:<email or username>', 'phlebotomist:<email or username>'],
  'patient:<email or username>',
].join(', ')

/** The accounts for a text like `lab:yaba-lab` or `platform`. Throws `unknown_ledger_account`. */
export async function whoseAccounts(db: Db, text: string): Promise<Whose> {
  if (Object.hasOwn(ofThePlatform, text)) {
    const kind = ofThePlatform[text] ?? 'platform_revenue'
    return {
      words: kind === 'phlebotomist' ? 'Visits without a phlebotomist' : accountWords[kind],
      accounts: [{ kind }],
    }
  }
  const [, word = '', name = ''] = text.match(/^([a-z]+):(.+)$/s) ?? []
  const wanted = Object.hasOwn(kinds, word) ? kinds[word] : undefined
  const found = wanted ? await wanted.find(db, name.trim()) : null
  if (!wanted || !found) throw new DomainError('unknown_ledger_account')
  return {
    words: `${wanted.words}: ${found.words}`,
    accounts: wanted.kinds.map((kind) => ({ kind, owner: found.owner })),
  }
}

async function findLab(db: Db, slug: string): Promise<Named | null> {
  const found = (await labsBySlug(db, [slug])).get(slug)
  const lab = found && (await labById(db, found.id))
  return lab ? { owner: String(lab.id), words: lab.name } : null
}

async function findPerson(db: Db, emailOrUsername: string): Promise<Named | null> {
  const account = await accountNamed(db, emailOrUsername)
  return account && { owner: String(account.id), words: account.name }
}

/** All ledger accounts of the actor. Only a doctor earns. */
export function ownAccounts({ accountId, type }: Actor): Whose {
  const own: readonly AccountKind[] =
    type === 'doctor' ? ['doctor_pending', 'doctor_wallet', 'patient_credit'] : ['patient_credit']
  return { words: 'Your wallet', accounts: own.map((kind) => ({ kind, owner: String(accountId) })) }
}

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
  const began = await repository.firstLineOf(db, { kind: 'lab', owner: String(labId) })
  const first = lagosDate(began ?? now).slice(0, 7)
  const months = [lagosDate(now).slice(0, 7)]
  for (let last = months[0]; last && last > first && months.length < mostMonths; last = months.at(-1))
    months.push(addDays(`${last}-01` as LagosDate, -1).slice(0, 7))
  return months
}
