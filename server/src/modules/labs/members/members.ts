import type { Duty, MembershipForm, MembershipSent, StaffType } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { Actor } from '../../../infra/http/http.ts'
import { inviteStaff, staffOfAccount } from '../../accounts/index.ts'
import { requireLab } from '../labs.ts'
import { type ListedLocation, locationsOf } from '../repository.ts'
import * as repository from './repository.ts'

type Invited = {
  readonly type: StaffType
  readonly email: string
  readonly name: string
  readonly membership: MembershipForm | null
}

/**
 * Invites a staff member; lab staff with their lab, duties and locations. Throws `address_taken`, `unknown_lab`, or
 * `invalid` if lab staff have no lab or other staff have one.
 */
export async function invite(
  tx: Tx,
  secret: Secret,
  { membership, ...invited }: Invited,
  by: { accountId: number; at: Date },
): Promise<string> {
  if ((invited.type === 'lab') !== (membership !== null))
    throw new DomainError('invalid', {
      fields: { membership: 'only lab staff belong to a lab, and always to one' },
    })
  const staffId = await inviteStaff(tx, secret, invited, by)
  if (membership) await repository.setMember(tx, { staffId, ...(await readForm(tx, membership)) }, by)
  return staffId
}

/** Assigns a lab to lab staff who came without an invitation, as in a demonstration. Calling it again has no effect. */
export async function placeMember(tx: Tx, accountId: number, form: MembershipSent): Promise<void> {
  const member = await staffOfAccount(tx, accountId)
  if (member?.type !== 'lab') throw new Error('only lab staff belong to a lab')
  const set = { staffId: member.id, ...(await readForm(tx, form)) }
  await repository.setMember(tx, set, { accountId: null, at: new Date() })
}

/**
 * Changes the duties, locations, licence number and qualification of lab staff. Throws `not_found`, `unknown_lab`, or `wrong_state` for
 * another lab.
 */
export async function changeMembership(
  tx: Tx,
  staffId: string,
  form: MembershipForm,
  by: repository.GivenBy,
): Promise<void> {
  const [member] = await repository.membersOf(tx, [staffId])
  if (!member) throw new DomainError('not_found')
  const changed = await readForm(tx, form)
  if (changed.labId !== member.lab_id) throw new DomainError('wrong_state')
  await repository.setMember(tx, { staffId, ...changed }, by)
}

async function readForm(tx: Tx, form: MembershipSent) {
  const { lab: reference, duties, licence = null, qualification = null, locations: addresses } = form
  const lab = await requireLab(tx, reference)
  const all = await locationsOf(tx, lab.id)
  const locations = [...new Set(addresses)].map((address) => {
    const location = all.find((one) => one.address === address)
    if (!location) throw new DomainError('unknown_lab')
    return location
  })
  return { labId: lab.id, duties: [...new Set(duties)], licence, qualification, locations }
}

/** The lab membership of the signed-in lab staff. Throws `not_found` for other accounts. */
export async function requireMember(db: Db, { staffId }: Actor): Promise<repository.MemberRow> {
  const [member] = staffId === null ? [] : await repository.membersOf(db, [staffId])
  if (!member) throw new DomainError('not_found')
  return member
}

/** The lab membership of the signed-in lab manager. Throws `not_found` for other accounts. */
export async function requireManager(db: Db, actor: Actor): Promise<repository.MemberRow> {
  const member = await requireMember(db, actor)
  if (!member.duties.includes('manager')) throw new DomainError('not_found')
  return member
}

/** Checks that the staff member has one of these duties. Throws `not_your_duty`. */
export function requireDuty(member: repository.MemberRow, ...duties: readonly Duty[]): void {
  if (!duties.some((duty) => member.duties.includes(duty))) throw new DomainError('not_your_duty')
}

/** Checks that the staff member works at the whole lab, for changes that affect all of it. Throws `not_your_duty`. */
export function requireWholeLab(member: repository.MemberRow): void {
  if (!atWholeLab(member)) throw new DomainError('not_your_duty')
}

/** One of the locations of a lab manager, by address or the first one. Throws `not_found` for other accounts. */
export async function managedSite(
  db: Db,
  actor: Actor,
  address?: string,
): Promise<{ member: repository.MemberRow; sites: ListedLocation[]; site: ListedLocation }> {
  const member = await requireManager(db, actor)
  const all = await locationsOf(db, member.lab_id)
  const sites = all.filter(({ id }) => worksAt(member, { lab_id: member.lab_id, location_id: id }))
  const site = address === undefined ? sites[0] : sites.find((one) => one.address === address)
  if (!site) throw new DomainError('not_found')
  return { member, sites, site }
}

/** Whether the staff member works at the whole lab and not only at some locations. */
export function atWholeLab({ locations }: repository.MemberRow): boolean {
  return locations.length === 0
}

/**
 * Whether the staff member works at this location: it is in their lab and, if they are limited to locations, one of those.
 */
export function worksAt(
  member: repository.MemberRow,
  place: { readonly lab_id: number; readonly location_id: number },
): boolean {
  const anywhere = member.locations.length === 0
  return (
    place.lab_id === member.lab_id &&
    (anywhere || member.locations.some(({ id }) => id === place.location_id))
  )
}
