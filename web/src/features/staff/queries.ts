import {
  changeMembership,
  inviteStaff,
  listLabLocations,
  listLabs,
  listStaff,
  type MembershipForm,
  renewInvitation,
  resetSecondFactor,
  restoreStaff,
  revokeInvitation,
  type StaffMember,
  type StaffType,
  suspendStaff,
} from '@labalaba/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { passwordFirst } from '../../lib/password-first.ts'
import type { StaffAct } from './policy.ts'

/** One page of the staff members and invited people. */
export function useStaff(q: string, page: number) {
  return useQuery({
    queryKey: ['staff', q, page],
    queryFn: ({ signal }) => call(listStaff, { query: { page, ...(q === '' ? {} : { q }) }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
}

/** The first few labs that match a name; none before the user types. */
export function useLabsNamed(q: string) {
  return useQuery({
    queryKey: ['labs-named', q],
    queryFn: ({ signal }) => call(listLabs, { query: { q, page: 1, limit: 6 }, signal }),
    placeholderData: keepPreviousData,
    enabled: q !== '',
  })
}

/** The locations of a lab; none before one is chosen. */
export function useLocationsOf(slug: string) {
  return useQuery({
    queryKey: ['lab-locations', slug],
    queryFn: ({ signal }) => call(listLabLocations, { query: { id: slug }, signal }),
    enabled: slug !== '',
  })
}

export type NewPerson = { type: StaffType; email: string; name: string; membership: MembershipForm | null }

/** Has an invitation mailed, after asking for the password. */
export async function invite({ type, email, name, membership }: NewPerson): Promise<void> {
  const body = { type, email: email.trim(), name: name.trim(), membership }
  await passwordFirst(() => call(inviteStaff, { body }))
}

/** Changes a staff member's duties and locations, after asking for the password. */
export async function change(id: string, membership: MembershipForm): Promise<void> {
  await passwordFirst(() => call(changeMembership, { params: { id }, body: membership }))
}

/** Performs an act that needs no form, after asking for the password. */
export async function perform(act: StaffAct, { id }: StaffMember, reason: string): Promise<void> {
  const params = { id }
  const acts = {
    renew: () => call(renewInvitation, { params }),
    revoke: () => call(revokeInvitation, { params }),
    suspend: () => call(suspendStaff, { params, body: { reason } }),
    restore: () => call(restoreStaff, { params }),
    reset: () => call(resetSecondFactor, { params }),
  }
  await passwordFirst<unknown>(acts[act])
}
