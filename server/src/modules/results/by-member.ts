import type { Db, Tx } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Actor } from '../../infra/http/http.ts'
import { type MemberRow, requireMember } from '../labs/index.ts'

/** The lab staff member who does something, and when. */
export type ByMember = { readonly member: MemberRow; readonly accountId: number; readonly at: Date }

type Dependencies = { readonly db: Db; readonly clock: Clock }

/** The actor as a lab staff member, now. Throws DomainError `not_found` for other actors. */
export async function byMember({ db, clock }: Dependencies, actor: Actor): Promise<ByMember> {
  return { member: await requireMember(db, actor), accountId: actor.accountId, at: clock.now() }
}

/** Runs use cases of lab staff members, each in a transaction. Throws DomainError `not_found` for other actors. */
export function asMember({ db, clock }: Dependencies) {
  return async <T>(actor: Actor, useCase: (tx: Tx, by: ByMember) => Promise<T>): Promise<T> => {
    const by = await byMember({ db, clock }, actor)
    return await db.transaction().execute((tx) => useCase(tx, by))
  }
}
