import type { Pool } from '../server/src/platform/pool.ts'
import type { Tables } from '../server/src/tables.ts'

type Sql = Pool<Tables>['sql']

export type Unpaid = { readonly id: number; readonly paymentId: number; readonly reference: string }

/** Places unpaid walk-ins of ₦10,000 with an open attempt each, by a doctor of the cast, so that every share is there. */
export async function placeUnpaid(sql: Sql, count: number): Promise<Unpaid[]> {
  const orders = await sql<{ id: number }[]>`
    insert into lab_order (reference, account_id, client_reference, request_hash, lab_id, location_id, lab_slug, lab_name,
      location_name, location_address, mode, patient_name, patient_email, patient_phone, patient_gender, test_count,
      sub_total_kobo, collection_fee_kobo, total_kobo, rate_id, lab_share_kobo, doctor_share_kobo,
      phlebotomist_share_kobo, platform_share_kobo, created_at, expires_at)
    select 'LB-' || gen_random_uuid(), account.id, gen_random_uuid()::text, '\\x00', lab.id, place.id, lab.slug, lab.name,
      place.name, place.address, 'walkin', 'Mama Obi', 'mama@cast.example', '2348030000009', 'Female', 1,
      1000000, 0, 1000000, (select max(id) from rate), 850000, 50000, 0, 100000, now(), now() + interval '1 day'
    from generate_series(1, ${count}), (select * from account where type = 'doctor' limit 1) account,
      (select * from lab order by id limit 1) lab, lateral (select * from lab_location where lab_id = lab.id limit 1) place
    returning id`
  const ids = orders.map(({ id }) => id)
  await sql`insert into lab_order_event (order_id, verb, from_state, to_state, actor, at)
    select unnest(${ids}::bigint[]), 'place', 'awaiting_payment', 'awaiting_payment', 'doctor', now()`
  const payments = await sql<{ id: number; reference: string; order_id: number }[]>`
    insert into payment (reference, order_id, payer_email, due_kobo, started_at, check_at)
    select 'bk-' || gen_random_uuid(), unnest(${ids}::bigint[]), 'mama@cast.example', 1000000, now(), now()
    returning id, reference, order_id`
  await sql`insert into payment_event (payment_id, verb, from_state, to_state, actor, at)
    select unnest(${payments.map(({ id }) => id)}::bigint[]), 'start', 'started', 'started', 'payer', now()`
  return payments.map(({ id, reference, order_id }) => ({ id: order_id, paymentId: id, reference }))
}

/** The rows of one settled payment, written as plainly as they can be: what any settling has to cost. */
export async function bareSettle(sql: Sql, { id, paymentId, reference }: Unpaid): Promise<void> {
  await sql.begin(async (tx) => {
    const [order] = await tx<{ reference: string; lab_id: number; account_id: number }[]>`
      select reference, lab_id, account_id from lab_order where id = ${id} for update`
    await tx`select 1 from payment where id = ${paymentId} for update`
    await tx`update payment set state = 'settled', settles_order = true, captured_kobo = 1000000,
      captured_currency = 'NGN', fee_kobo = 25000, channel = 'card', provider_id = ${reference}, paid_at = now(),
      check_at = null where id = ${paymentId}`
    await tx`insert into payment_event (payment_id, verb, from_state, to_state, actor, at)
      values (${paymentId}, 'settle', 'started', 'settled', 'system', now())`
    await tx`update lab_order set state = 'scheduled', paid_at = now() where id = ${id}`
    await tx`insert into lab_order_event (order_id, verb, from_state, to_state, actor, at)
      values (${id}, 'pay', 'awaiting_payment', 'scheduled', 'system', now())`
    await tx`insert into ledger_account (kind, owner) values ('provider_clearing', ''), ('provider_fees', ''),
      ('lab', ${String(order?.lab_id)}), ('doctor_pending', ${String(order?.account_id)}), ('platform_revenue', '')
      on conflict do nothing`
    await tx`with posting as (
        insert into ledger_posting (business_key, kind, order_reference, at)
        values (${`capture:${reference}`}, 'capture', ${order?.reference ?? ''}, now()) returning id)
      insert into ledger_line (posting_id, position, account_id, amount_kobo)
      select posting.id, line.position, account.id, line.amount from posting, (values
        (1, 'provider_clearing', '', 975000), (2, 'provider_fees', '', 25000),
        (3, 'lab', ${String(order?.lab_id)}, -850000), (4, 'doctor_pending', ${String(order?.account_id)}, -50000),
        (5, 'platform_revenue', '', -100000)) line (position, kind, owner, amount)
      join ledger_account account on account.kind = line.kind and account.owner = line.owner`
    const jobs = ['mail-patient', 'mail-payer', 'mail-lab', 'mail-operator']
    await tx`select from graphile_worker.add_jobs(array(
      select row(name, ${JSON.stringify({ paymentId })}::text::json, null, null, 25, null, null, null)::graphile_worker.job_spec
      from unnest(${jobs}::text[]) as name))`
  })
}
