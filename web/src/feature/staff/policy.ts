import {
  type Duty,
  emailPattern,
  type Membership,
  type StaffMember,
  type StaffType,
} from '@labalaba/contract'
import { dayAndTime } from '../../lib/format.ts'

/** An operator's acts on a staff member that need no form. */
export type StaffAct = 'renew' | 'revoke' | 'suspend' | 'restore' | 'reset'

/** The possible acts in a staff member's state, the most likely first. */
export function actsFor({ state, secondFactor }: StaffMember): StaffAct[] {
  if (state === 'invited') return ['renew', 'revoke']
  if (state === 'lapsed' || state === 'revoked') return ['renew']
  if (state === 'active') return secondFactor ? ['reset', 'suspend'] : ['suspend']
  return state === 'suspended' ? ['restore'] : []
}

/** The types of staff, in words. */
export const typeWords: Readonly<Record<StaffType, string>> = {
  operator: 'Operator',
  lab: 'Lab staff',
  phlebotomist: 'Phlebotomist',
}

/** The name of each duty, and what it permits. */
export const dutyWords: Readonly<Record<Duty, { readonly name: string; readonly means: string }>> = {
  desk: { name: 'Desk', means: 'Checks patients in and receives samples' },
  scientist: { name: 'Scientist', means: 'Enters results' },
  verifier: { name: 'Verifier', means: 'Verifies what another has entered, and releases it' },
  manager: { name: 'Manager', means: 'Keeps prices, hours and statements' },
}

/** Where a staff member works and with which duties, in one line. */
export function membershipLine({ lab, duties, locations }: Membership): string {
  const place = locations.length === 0 ? 'all locations' : locations.map(({ name }) => name).join(', ')
  return `${lab.name} (${place}): ${duties.map((duty) => dutyWords[duty].name.toLowerCase()).join(', ')}`
}

/** When these duties were given, and by whom. */
export function givenLine({ at, by }: NonNullable<StaffMember['dutiesGiven']>): string {
  return `Duties given ${by === null ? '' : `by ${by} `}on ${dayAndTime(at)}`
}

type Form = {
  readonly type: StaffType
  readonly name: string
  readonly email: string
  readonly lab: string
  readonly duties: readonly Duty[]
}

/** The fields still missing before the invitation can be sent. */
export function inviteMissing({ type, name, email, lab, duties }: Form): string[] {
  const address = email.trim()
  return [
    name.trim() === '' ? 'a name' : '',
    address !== '' && emailPattern.test(address) ? '' : 'a full email',
    type === 'lab' && lab === '' ? 'a lab' : '',
    type === 'lab' && duties.length === 0 ? 'a duty' : '',
  ].filter(Boolean)
}
