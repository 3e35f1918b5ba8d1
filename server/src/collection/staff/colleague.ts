import type { Db } from '../../db.ts'
import { locationsOf, type MemberRow, requireMember } from '../../lab/index.ts'
import { DomainError } from '../../platform/domain-error.ts'
import type { Actor } from '../../platform/http.ts'
import type { Sight } from './repository.ts'

/** Somebody of a lab, and whose orders they see. */
export type Colleague = { readonly accountId: number; readonly member: MemberRow; readonly sight: Sight }

/** Who of a lab asks. To anybody else it is `not_found`. */
export async function colleague(db: Db, actor: Actor): Promise<Colleague> {
  const member = await requireMember(db, actor)
  const locationIds = member.locations.map(({ id }) => id)
  return { accountId: actor.accountId, member, sight: { labId: member.lab_id, locationIds } }
}

/** What somebody sees when they look at one location: refuses `not_found` where it is none of theirs. */
export async function sightOf(
  db: Db,
  { sight, member }: Colleague,
  address: string | undefined,
): Promise<Sight> {
  if (address === undefined) return sight
  const location = (await placesOf(db, member)).find((one) => one.address === address)
  if (!location) throw new DomainError('not_found')
  return { ...sight, locationIds: [location.id] }
}

/** The locations at which somebody works. */
export async function placesOf(
  db: Db,
  member: MemberRow,
): Promise<readonly { readonly id: number; readonly address: string; readonly name: string }[]> {
  return member.locations.length > 0 ? member.locations : await locationsOf(db, member.lab_id)
}
