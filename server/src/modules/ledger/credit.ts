import { type Kobo, kobo } from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'
import { lockAccount, openAccounts, owedTo } from './repository.ts'

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
