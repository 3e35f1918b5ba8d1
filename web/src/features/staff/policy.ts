import {
  type Duty,
  emailPattern,
  type Membership,
  type StaffMember,
  type StaffType,
} from '@labalaba/contract'
import * as copy from '../../copy/staff.ts'
import { fill } from '../../lib/fill.ts'
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
  operator: copy.operator,
  lab: copy.labStaff,
  phlebotomist: copy.phlebotomist,
}

/** The name of each duty, and what it permits. */
export const dutyWords: Readonly<Record<Duty, { readonly name: string; readonly means: string }>> = {
  desk: { name: copy.desk, means: copy.deskMeans },
  scientist: { name: copy.scientist, means: copy.scientistMeans },
  verifier: { name: copy.verifier, means: copy.verifierMeans },
  manager: { name: copy.manager, means: copy.managerMeans },
}

/** Where a staff member works and with which duties, in one line. */
export function membershipLine({ lab, duties, licence, qualification, locations }: Membership): string {
  const place = locations.length === 0 ? copy.allLocations : locations.map(({ name }) => name).join(', ')
  const line = fill(copy.membershipLine, {
    lab: lab.name,
    place,
    duties: duties.map((duty) => dutyWords[duty].name.toLowerCase()).join(', '),
  })
  const licensed = licence === null ? line : fill(copy.withLicence, { line, licence })
  return qualification === null ? licensed : fill(copy.withQualification, { line: licensed, qualification })
}

/** When these duties were given, and by whom. */
export function givenLine({ at, by }: NonNullable<StaffMember['dutiesGiven']>): string {
  const when = dayAndTime(at)
  return by === null ? fill(copy.dutiesGiven, { when }) : fill(copy.dutiesGivenBy, { name: by, when })
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
    name.trim() === '' ? copy.nameMissing : '',
    address !== '' && emailPattern.test(address) ? '' : copy.emailMissing,
    type === 'lab' && lab === '' ? copy.labMissing : '',
    type === 'lab' && duties.length === 0 ? copy.dutyMissing : '',
  ].filter(Boolean)
}
