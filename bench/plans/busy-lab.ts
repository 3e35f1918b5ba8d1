import type { Db } from '../../server/src/db.ts'
import { systemClock } from '../../server/src/infra/clock.ts'
import { createVerifiedAccount } from '../../server/src/modules/accounts/accounts.ts'
import { openHasher } from '../../server/src/modules/accounts/index.ts'
import { openSession } from '../../server/src/modules/accounts/sessions.ts'
import { placeMember } from '../../server/src/modules/labs/index.ts'
import type { Sql } from '../../server/test/sql.ts'

/** A lab with half of all paid orders, nearly all of them done long ago, and a staff member who views them. */
export type Busy = {
  /** The Authorization header of a staff member with all duties at the lab. */
  readonly staff: string
  /** The reference of one of its orders, and a name that only one of its patients has. */
  readonly reference: string
  readonly rareName: string
  readonly paid: number
  readonly paidThisMonth: number
}

/** Gives a lab a long history. */
export async function openBusyLab(db: Db, sql: Sql): Promise<Busy> {
  const [lab] = await sql<{ id: number; slug: string; location: number }[]>`
    select lab.id::int, lab.slug, place.id::int as location from lab join lab_location place on place.lab_id = lab.id
    where lab.active order by lab.id, place.position limit 1`
  if (!lab) throw new Error('there is no lab')
  await sql.begin(async (tx) => {
    // Triggers freeze the terms of an order; here they are switched off for the benchmark.
    await tx`set local session_replication_role = replica`
    await tx`update lab_order set lab_id = ${lab.id}, location_id = ${lab.location}, state = case id % 40
      when 0 then 'scheduled' when 2 then 'sample_collected' when 4 then 'lab_processing' else 'results_ready' end
      where paid_at is not null and id % 2 = 0`
    await tx`update lab_order set patient_name = 'Ozioma Quartey'
      where id = (select max(id) from lab_order where lab_id = ${lab.id} and paid_at is not null)`
    await tx`insert into specimen (order_id, accession, specimen, container, expected_at)
      select id, '26YAB-' || lpad(id::text, 5, '0'), 'Venous blood', 'EDTA (purple cap)', paid_at from lab_order
      where lab_id = ${lab.id} and paid_at is not null`
    await tx`insert into visit_sample (collection_id, specimen_id, order_id, at)
      select gen_random_uuid(), id, order_id, expected_at from specimen`
  })
  const [one] = await sql<{ reference: string; paid: number; recent: number }[]>`
    select max(reference) as reference, count(*)::int as paid,
      count(*) filter (where paid_at >= date_trunc('month', now(), 'Africa/Lagos'))::int as recent
    from lab_order where lab_id = ${lab.id} and paid_at is not null`
  const staffId = await createVerifiedAccount(
    db,
    { clock: systemClock, hasher: openHasher() },
    {
      email: 'busy@scale.example',
      name: 'Busy Lab',
      type: 'lab',
      phone: '2348039999999',
      address: 'Lagos',
      password: 'agbalumo-in-season',
    },
  )
  await sql`update account set demo = false where id = ${staffId}`
  const duties = ['desk', 'scientist', 'manager'] as const
  const { token } = await db.transaction().execute(async (tx) => {
    await placeMember(tx, staffId, { lab: lab.slug, duties: [...duties], locations: [] })
    return await openSession(tx, staffId, systemClock.now())
  })
  return {
    staff: `Bearer ${token}`,
    reference: one?.reference ?? '',
    rareName: 'Quartey',
    paid: one?.paid ?? 0,
    paidThisMonth: one?.recent ?? 0,
  }
}
