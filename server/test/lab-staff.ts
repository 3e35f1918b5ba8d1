import type { Duty } from '@labalaba/contract'
import { enterResults, releaseReport, verifyReport } from '@labalaba/contract'
import { createVerifiedAccount } from '../src/modules/accounts/index.ts'
import { openSession } from '../src/modules/accounts/sessions.ts'
import { placeMember } from '../src/modules/labs/index.ts'
import { sola, tola } from './cast.ts'
import { addAge, plausible, reportsOf } from './results.ts'
import { type Caller, callerOf, type World } from './world.ts'

let hired = 0

/** A new member of a lab, signed in. */
export async function hire(
  world: World,
  lab: string,
  duties: Duty[],
  locations: string[] = [],
): Promise<Caller> {
  return callerOf(world.publicUrl, `Bearer ${await hireToken(world, lab, duties, locations)}`)
}

/** The same, by the token of their session. */
export async function hireToken(
  { db, clock, parts }: World,
  lab: string,
  duties: Duty[],
  locations: string[] = [],
): Promise<string> {
  hired += 1
  const id = await createVerifiedAccount(db, parts, {
    email: `hired-${hired}@hired.example`,
    name: `Hired Number${hired}`,
    type: 'lab',
    address: 'Lagos',
    phone: `23480911${String(hired).padStart(5, '0')}`,
    password: 'agbalumo-in-season',
  })
  const { token } = await db.transaction().execute(async (tx) => {
    await placeMember(tx, id, { lab, duties, locations })
    return await openSession(tx, id, clock.now())
  })
  return token
}

/** Gives a lab’s member other duties, or the duties at another lab. */
export async function giveDuties(
  { sql }: World,
  { email }: { readonly email: string },
  duties: readonly Duty[],
  lab = 'yaba-lab',
): Promise<void> {
  await sql`with given as (
      update lab_member set duties = ${[...duties]}::text[], lab_id = (select id from lab where slug = ${lab})
      where staff_id = (select id from staff_member where email = ${email}) returning *)
    insert into lab_member_change (staff_id, lab_id, duties, locations, at)
      select staff_id, lab_id, duties, '{}', now() from given`
}

/** The scientist and the verifier of a lab. */
export type Bench = { readonly enters: Caller; readonly verifies: Caller }

export async function yabaBench(world: World): Promise<Bench> {
  return { enters: await world.as(sola), verifies: await world.as(tola) }
}

/**
 * Enters, verifies and releases all results of an order that are not released; every number in them is
 * `amount`.
 */
export async function releaseAt(
  { enters, verifies }: Bench,
  reference: string,
  amount: string,
): Promise<void> {
  await addAge(enters, reference)
  for (const report of await reportsOf(enters, reference)) {
    const [newest] = report.versions
    if (newest?.state === 'released') continue
    const params = { id: report.id }
    const kinds = new Map(report.analytes.map(({ position, kind }) => [position, kind]))
    const values = plausible(report).map((one) => ({
      ...one,
      value: kinds.get(one.position) === 'quantity' ? amount : one.value,
    }))
    await enters(enterResults, { params, body: { values, basedOn: newest?.enteredAt ?? null } })
    const [entered] = (await reportsOf(enters, reference)).find(({ id }) => id === report.id)?.versions ?? []
    await verifies(verifyReport, { params, body: { seen: entered?.enteredAt ?? '' } })
    const counselledBy = report.needsCounselling ? 'lab' : null
    const { httpStatus, message } = await verifies(releaseReport, {
      params,
      body: { counselledBy, note: 'Talked by phone' },
    })
    if (httpStatus !== 200) throw new Error(`a report of ${reference} was not released: ${message}`)
  }
}
