import {
  type Balance,
  type Kobo,
  kobo,
  lagosDate,
  nairaOf,
  type Pagination,
  type Wallet,
  type WalletEntry,
  type WalletMonths,
} from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'
import { type Actor, paginate } from '../../infra/http/http.ts'
import { lockAccount, openAccounts, owedTo } from './repository.ts'
import * as repository from './wallet-repository.ts'
import { movementWords } from './words.ts'

/**
 * Locks and returns the credit of an account: no other transaction can use it until this one ends. Lock the order, the
 * payment and the appointment window first, everywhere, and in this order.
 */
export async function lockCredit(tx: Tx, accountId: number): Promise<Kobo> {
  const owner = String(accountId)
  const [ledgerAccountId = 0] = await openAccounts(tx, [{ kind: 'patient_credit', owner }])
  await lockAccount(tx, ledgerAccountId)
  // A separate statement, so that it sees what the previous holder of the lock has committed.
  return await creditBalance(tx, accountId)
}

/** The current credit of an account, without a lock: for display. */
export async function creditBalance(db: Db, accountId: number): Promise<Kobo> {
  return kobo(await owedTo(db, String(accountId), ['patient_credit']))
}

/** What we owe an account: its earnings as a doctor, and its credit as a patient. */
export async function walletOf(tx: Tx, accountId: number): Promise<Kobo> {
  return kobo(await owedTo(tx, String(accountId), ['doctor_pending', 'doctor_wallet', 'patient_credit']))
}

const balances: Readonly<Record<repository.OwnKind, Balance>> = {
  doctor_pending: 'pending',
  doctor_wallet: 'available',
  patient_credit: 'credit',
}

/** What we owe the actor. Only a doctor earns; any account can have credit. */
export async function readWallet(db: Db, actor: Actor): Promise<Wallet> {
  const found = await repository.balancesOf(db, String(actor.accountId))
  const owed = (kind: repository.OwnKind) =>
    nairaOf(kobo(found.find((balance) => balance.kind === kind)?.owed ?? 0))
  const credit = owed('patient_credit')
  if (actor.type !== 'doctor') return { credit }
  return { pending: owed('doctor_pending'), available: owed('doctor_wallet'), credit }
}

/** How many entries the list reaches back. Older ones are in statements. */
const mostListed = 10_000

/** One page of the entries of the actor's balances, newest first. */
export async function listEntries(
  db: Db,
  { accountId }: Actor,
  asked: { page: number; limit: number },
): Promise<{ data: WalletEntry[]; pagination: Pagination }> {
  const offset = (asked.page - 1) * asked.limit
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const found = await repository.balancesOf(tx, String(accountId))
      const lines = found.reduce((count, balance) => count + balance.lines, 0)
      const total = Math.min(lines, mostListed)
      const limit = Math.min(asked.limit, total - offset)
      const page = limit > 0 ? await repository.movementsOf(tx, found, offset, limit) : []
      return { data: page.map(presentMovement), pagination: paginate(total, asked) }
    })
}

function presentMovement({
  kind,
  on,
  at,
  orderReference,
  amount,
  after,
}: repository.MovementRow): WalletEntry {
  return {
    at: at.toISOString(),
    words: movementWords(kind, on, amount),
    balance: balances[on],
    orderReference,
    amount: nairaOf(kobo(amount)),
    balanceAfter: nairaOf(kobo(after)),
  }
}

/** The actor's earnings in each of the last twelve Lagos months, oldest first, including months without entries. */
export async function readMonths(db: Db, { accountId }: Actor, now: Date): Promise<WalletMonths> {
  const months = lastMonths(now, 12)
  const found = await repository.monthsOf(db, String(accountId), months[0] ?? '')
  return months.map((month) => {
    const moved = found.find((one) => one.month === month)
    return {
      month,
      earned: nairaOf(kobo(moved?.earned ?? 0)),
      takenBack: nairaOf(kobo(moved?.takenBack ?? 0)),
    }
  })
}

function lastMonths(now: Date, count: number): string[] {
  const [year = 0, month = 0] = lagosDate(now).split('-').map(Number)
  return Array.from({ length: count }, (_, index) => {
    const nth = year * 12 + (month - 1) - (count - 1 - index)
    return `${Math.floor(nth / 12)}-${String((nth % 12) + 1).padStart(2, '0')}`
  })
}
