import { isDeepStrictEqual } from 'node:util'
import type { Duty } from '@labalaba/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'

/** The membership of a staff member; `locations` is empty if they work at the whole lab. */
export type MemberRow = {
  readonly staff_id: string
  readonly lab_id: number
  readonly slug: string
  readonly name: string
  readonly duties: Duty[]
  /** The number of their practising licence; null if it was not given. */
  readonly licence: string | null
  readonly qualification: string | null
  readonly locations: readonly { readonly id: number; readonly address: string; readonly name: string }[]
}

/** Who assigned the duties; the account is null for the command line or a demonstration. */
export type GivenBy = { readonly accountId: number | null; readonly at: Date }

type Membership = {
  readonly staffId: string
  readonly labId: number
  readonly duties: readonly Duty[]
  readonly licence: string | null
  readonly qualification: string | null
  readonly locations: readonly { readonly id: number; readonly address: string }[]
}

/**
 * Sets the lab, duties, locations, licence number and qualification of a staff member and records who did so. An unchanged membership is
 * not recorded again.
 */
export async function setMember(
  tx: Tx,
  { staffId, labId, locations, licence, qualification, ...member }: Membership,
  { accountId, at }: GivenBy,
): Promise<void> {
  const duties = [...member.duties]
  const addresses = locations.map(({ address }) => address)
  const set = { staff_id: staffId, lab_id: labId, duties, locations: addresses, licence, qualification }
  const newest = await newestChange(tx, staffId)
  if (isDeepStrictEqual(newest, set)) return
  await tx
    .insertInto('lab_member_change')
    .values({ ...set, account_id: accountId, at })
    .execute()
  await tx
    .insertInto('lab_member')
    .values({ staff_id: staffId, lab_id: labId, duties, licence, qualification })
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet({ duties, licence, qualification }))
    .execute()
  await tx.deleteFrom('lab_member_location').where('staff_id', '=', staffId).execute()
  if (locations.length === 0) return
  await tx
    .insertInto('lab_member_location')
    .values(locations.map(({ id }) => ({ staff_id: staffId, location_id: id })))
    .execute()
}

async function newestChange(tx: Tx, staffId: string) {
  return await tx
    .selectFrom('lab_member_change')
    .select(['staff_id', 'lab_id', 'duties', 'locations', 'licence', 'qualification'])
    .where('staff_id', '=', staffId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** The emails of the managers of a location whose accounts are active. */
export async function managersAt(
  db: Db,
  place: { readonly lab_id: number; readonly location_id: number },
): Promise<{ email: string }[]> {
  const { rows } = await sql<{ email: string }>`
    select account.email from lab_member member join staff_member staff on staff.id = member.staff_id
      join account on account.id = staff.account_id and account.state = 'active'
    where member.lab_id = ${place.lab_id} and 'manager' = any(member.duties)
      and (not exists (select from lab_member_location at where at.staff_id = member.staff_id)
        or exists (select from lab_member_location at where at.staff_id = member.staff_id
          and at.location_id = ${place.location_id}))
    order by account.id`.execute(db)
  return rows
}

/** Who gave each of these staff members their current duties, and when. */
export async function givenBy(db: Db, staffIds: readonly string[]) {
  if (staffIds.length === 0) return []
  return await db
    .selectFrom('lab_member_change')
    .leftJoin('account', 'account.id', 'lab_member_change.account_id')
    .distinctOn('staff_id')
    .select(['lab_member_change.staff_id', 'account.name', 'lab_member_change.at'])
    .where('staff_id', 'in', staffIds)
    .orderBy('staff_id')
    .orderBy('lab_member_change.id', 'desc')
    .execute()
}

/** The membership of each of these staff members; those without a lab are left out. */
export async function membersOf(db: Db, staffIds: readonly string[]): Promise<MemberRow[]> {
  if (staffIds.length === 0) return []
  const members = await db
    .selectFrom('lab_member')
    .innerJoin('lab', 'lab.id', 'lab_member.lab_id')
    .select([
      'lab_member.staff_id',
      'lab_member.lab_id',
      'lab.slug',
      'lab.name',
      'lab_member.duties',
      'licence',
      'qualification',
    ])
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
    // The table allows no other duties.
    duties: duties as Duty[],
    locations: locations.filter((location) => location.staff_id === member.staff_id),
  }))
}
