import type { BodyOf, completeProfile as endpoint } from '@labalaba/contract'
import type { Db } from '../db.ts'
import { Refusal } from '../platform/refusal.ts'
import { readPhone } from './phones.ts'
import type { AccountRow } from './rows.ts'
import * as rows from './rows.ts'

/**
 * Sets the name and the phone of an account that has none: one that was confirmed without what was typed at registration,
 * or that lost its phone to a password reset. What it has stays. Refuses `wrong_state` where it has both.
 */
export async function completeProfile(
  { db }: { readonly db: Db },
  accountId: number,
  form: BodyOf<typeof endpoint>,
): Promise<AccountRow> {
  const phone = readPhone(form.phone)
  return await db.transaction().execute(async (tx) => {
    const account = await rows.lockAccount(tx, accountId)
    if (account?.state !== 'active') throw new Refusal('invalid_token')
    if (account.name !== '' && account.phone !== '') throw new Refusal('wrong_state')
    const completed = { name: account.name || form.name, phone: account.phone || phone }
    await rows.changeAccount(tx, accountId, completed)
    return { ...account, ...completed }
  })
}
