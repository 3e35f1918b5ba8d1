import {
  type BodyOf,
  type completeProfile as endpoint,
  normalisePhone,
  phoneProblem,
} from '@labalaba/contract'
import type { Db } from '../../db.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import type { AccountRow } from './repository.ts'
import * as repository from './repository.ts'

/**
 * Sets the missing name or phone of an account: one that was confirmed without the details typed at registration, or that
 * lost its phone to a password reset. Existing values stay and need not be sent. Throws `wrong_state` if the account has
 * both, and `invalid` if a missing one is not given.
 */
export async function completeProfile(
  { db }: { readonly db: Db },
  accountId: number,
  form: BodyOf<typeof endpoint>,
): Promise<AccountRow> {
  return await db.transaction().execute(async (tx) => {
    const account = await repository.lockAccount(tx, accountId)
    if (account?.state !== 'active') throw new DomainError('invalid_token')
    if (account.name !== '' && account.phone !== '') throw new DomainError('wrong_state')
    const name = account.name || form.name
    if (!name) refuseField('name', 'Enter your name.')
    const completed = { name, phone: account.phone || readPhone(form.phone ?? '') }
    await repository.changeAccount(tx, accountId, completed)
    return { ...account, ...completed }
  })
}

/** A typed phone number in its stored form. Throws `invalid`, in the specification's words, if it cannot be Nigerian. */
export function readPhone(typed: string): string {
  const phone = normalisePhone(typed)
  const problem = phoneProblem(phone)
  if (problem !== null) refuseField('phone', problem)
  return phone
}

/** Refuses one field of a form with `invalid`. */
export function refuseField(field: string, message: string): never {
  throw new DomainError('invalid', { fields: { [field]: message }, message })
}
