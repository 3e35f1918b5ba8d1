import type { LabOrder } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import type { Actor } from '../../infra/http/http.ts'
import { locationsOf, type MemberRow, requireMember } from '../labs/index.ts'
import type { Sight } from './repository.ts'

/** A staff member of a lab, and the orders that they see. */
export type Colleague = { readonly accountId: number; readonly member: MemberRow; readonly sight: Sight }

/** The actor as a staff member of a lab. Throws `not_found` for other actors. */
export async function colleague(db: Db, actor: Actor): Promise<Colleague> {
  const member = await requireMember(db, actor)
  const locationIds = member.locations.map(({ id }) => id)
  return { accountId: actor.accountId, member, sight: { labId: member.lab_id, locationIds } }
}

/** The orders that a staff member sees at one location. Throws `not_found` if they do not work there. */
export async function sightOf(
  db: Db,
  { sight, member }: Colleague,
  address: string | undefined,
): Promise<Sight> {
  if (address === undefined) return sight
  const location = (await workLocations(db, member)).find((one) => one.address === address)
  if (!location) throw new DomainError('not_found')
  return { ...sight, locationIds: [location.id] }
}

/** The locations at which a staff member works. */
export async function workLocations(
  db: Db,
  member: MemberRow,
): Promise<readonly { readonly id: number; readonly address: string; readonly name: string }[]> {
  return member.locations.length > 0 ? member.locations : await locationsOf(db, member.lab_id)
}

/** The duties that allow each act at a lab: the desk collects, scientists reject, and both receive. */
export const dutiesFor = {
  checkIn: ['desk'],
  collect: ['desk'],
  attend: ['desk', 'scientist'],
  print: ['desk', 'scientist'],
  changeRequest: ['desk', 'scientist', 'verifier'],
  receive: ['desk', 'scientist'],
  reject: ['scientist'],
} as const satisfies Record<keyof LabOrder['may'], readonly MemberRow['duties'][number][]>
