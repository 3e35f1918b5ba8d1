import { type Kobo, kobo } from '@labalaba/contract'
import type { Db, Tx } from '../db.ts'
import { lockAccount, openAccounts, owedTo } from './repository.ts'

/**
 * The credit of an account of the product, and nobody else can use any of it until the transaction ends. Lock the order,
 * the payment and the window of the home visit first, everywhere, and in this order.
 */
export async function lockCredit(tx: Tx, accountId: number): Promise<Kobo> {
  const owner = String(accountId)
  const [ledgerAccountId = 0] = await openAccounts(tx, [{ kind: 'patient_credit', owner }])
  await lockAccount(tx, ledgerAccountId)
  // A statement of its own, so that it sees what whoever held the lock has committed.
  return await creditBalance(tx, accountId)
}

/** The credit of an account of the product as it stands: for showing. */
export async function creditBalance(db: Db, accountId: number): Promise<Kobo> {
  return kobo(await owedTo(db, String(accountId), ['patient_credit']))
}

/** What we owe an account of the product: its earnings as a doctor, and its credit as a patient. */
export async function walletOf(tx: Tx, accountId: number): Promise<Kobo> {
  return kobo(await owedTo(tx, String(accountId), ['doctor_pending', 'doctor_wallet', 'patient_credit']))
}
