import type { Duty } from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'

/** Where somebody works; `location_ids` is empty where it is all of the lab. */
export type MemberRow = {
  readonly staff_id: string
  readonly lab_id: number
  readonly slug: string
  readonly name: string
  readonly duties: Duty[]
  readonly locations: readonly { readonly id: number; readonly address: string; readonly name: string }[]
}

/** Sets where somebody works and what they do there. */
export async function setMember(
  tx: Tx,
  member: { staffId: string; labId: number; duties: readonly Duty[]; locationIds: readonly number[] },
): Promise<void> {
  const { staffId, labId, locationIds } = member
  const duties = [...member.duties]
  await tx
    .insertInto('lab_member')
    .values({ staff_id: staffId, lab_id: labId, duties })
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet({ duties }))
    .execute()
  await tx.deleteFrom('lab_member_location').where('staff_id', '=', staffId).execute()
  if (locationIds.length === 0) return
  await tx
    .insertInto('lab_member_location')
    .values(locationIds.map((id) => ({ staff_id: staffId, location_id: id })))
    .execute()
}

/** Where each of these people works; people of no lab are left out. */
export async function membersOf(db: Db, staffIds: readonly string[]): Promise<MemberRow[]> {
  if (staffIds.length === 0) return []
  const members = await db
    .selectFrom('lab_member')
    .innerJoin('lab', 'lab.id', 'lab_member.lab_id')
    .select(['lab_member.staff_id', 'lab_member.lab_id', 'lab.slug', 'lab.name', 'lab_member.duties'])
    .where('lab_member.staff_id', 'in', staffIds)
    .execute()
  const locations = await db
    .selectFrom('lab_member_location')
    .innerJoin('lab_location', 'lab_location.id', 'lab_member_location.location_id')
    .select(['lab_member_location.staff_id', 'lab_location.id', 'lab_location.address', 'lab_location.name'])
    .where('lab_member_location.staff_id', 'in', staffIds)
    .orderBy('lab_location.position')
    .execute()
  return members.map(({ duties, ...member }) => ({
    ...member,
    // The table allows no others.
    duties: duties as Duty[],
    locations: locations.filter((location) => location.staff_id === member.staff_id),
  }))
}
