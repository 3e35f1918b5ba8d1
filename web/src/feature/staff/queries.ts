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
import type { StaffAct } from './rules.ts'

/** One page of the people who work here or are invited to. */
export function useStaff(q: string, page: number) {
  return useQuery({
    queryKey: ['staff', q, page],
    queryFn: ({ signal }) => call(listStaff, { query: { page, ...(q === '' ? {} : { q }) }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
}

/** The first few labs that a name may mean; none before somebody has typed. */
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

/** Has an invitation mailed. */
export async function invite({ type, email, name, membership }: NewPerson): Promise<void> {
  await call(inviteStaff, { body: { type, email: email.trim(), name: name.trim(), membership } })
}

/** Changes what somebody does at their lab, and where. */
export async function change(id: string, membership: MembershipForm): Promise<void> {
  await call(changeMembership, { params: { id }, body: membership })
}

/** Does one of the acts that need no form. */
export async function perform(act: StaffAct, { id }: StaffMember, reason: string): Promise<void> {
  const params = { id }
  if (act === 'renew') await call(renewInvitation, { params })
  else if (act === 'revoke') await call(revokeInvitation, { params })
  else if (act === 'suspend') await call(suspendStaff, { params, body: { reason } })
  else if (act === 'restore') await call(restoreStaff, { params })
  else await call(resetSecondFactor, { params })
}
