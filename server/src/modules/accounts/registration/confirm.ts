import type { Tx } from '../../../db.ts'
import { moveAccount } from '../accounts.ts'
import { branchOf } from '../policy.ts'
import * as accounts from '../repository.ts'
import * as repository from './repository.ts'

/** A pending registration, and the other pending registrations of its address. */
type Pending = { readonly account: accounts.AccountRow; readonly others: readonly accounts.AccountRow[] }

/**
 * Turns a pending registration into the account of its address and deletes the others. Its typed details stay only if they
 * certainly belong to the owner of the mailbox; otherwise the account has no password, name or phone until the owner sets
 * them, and is a doctor's only if all registrations said so. The caller holds the lock of the address.
 */
export async function confirmPending(
  tx: Tx,
  { account, others }: Pending,
  { keepsDetails }: { readonly keepsDetails: boolean },
  now: Date,
): Promise<void> {
  await repository.deletePending(tx, others)
  const type = others.every((one) => one.type === account.type) ? account.type : 'user'
  const blank = { name: '', phone: '', username: '', address: '', password_hash: '' }
  await accounts.changeAccount(tx, account.id, {
    ...(!keepsDetails && { ...blank, type, branch: branchOf[type] }),
    device_hash: null,
  })
  await moveAccount(tx, account.id, { verb: 'verify', actor: 'self', at: now })
}
