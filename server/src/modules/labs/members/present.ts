import type { Membership, StaffMember } from '@labalaba/contract'
import type { ListedStaff } from '../../accounts/index.ts'
import type { MemberRow } from './repository.ts'

/** The membership of a staff member, as they and operators read it. */
export function presentMembership({ slug, name, duties, locations }: MemberRow): Membership {
  return {
    lab: { slug, name },
    duties,
    locations: locations.map((location) => ({ address: location.address, name: location.name })),
  }
}

/** A staff member or an invited one, as operators read it. */
export function presentStaff(
  staff: ListedStaff,
  member: MemberRow | undefined,
  given: { readonly name: string | null; readonly at: Date } | undefined,
  now: Date,
): StaffMember {
  const { id, type, name, email } = staff
  return {
    ...{ id, type, name, email },
    state: stateOf(staff, now),
    membership: member ? presentMembership(member) : null,
    dutiesGiven: given ? { at: given.at.toISOString(), by: given.name } : null,
    invitedAt: staff.invited_at.toISOString(),
    expiresAt: staff.expires_at.toISOString(),
    secondFactor: staff.has_factor,
  }
}

function stateOf(
  { state, account_state: account, expires_at: until }: ListedStaff,
  now: Date,
): StaffMember['state'] {
  if (state === 'revoked') return 'revoked'
  if (state === 'invited') return until > now ? 'invited' : 'lapsed'
  return account === 'suspended' || account === 'deleted' ? account : 'active'
}
