import type { Tx } from '../../db.ts'
import { moveAccount } from '../accounts.ts'
import { branchOf } from '../policy.ts'
import * as accounts from '../repository.ts'
import * as repository from './repository.ts'

/** A registration that waits, and the others of its address. */
type Pending = { readonly account: accounts.AccountRow; readonly others: readonly accounts.AccountRow[] }

/**
 * Makes a registration that waits the account of its address; every other one ends. Its typed details stay only where they
 * certainly belong to the owner of the mailbox: else the account has no password, name or phone until the owner sets them,
 * and is a doctor's only where all registrations said so. The caller holds the address.
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
