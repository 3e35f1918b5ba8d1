import type pg from 'pg'
import type { Pool } from '../server/src/infra/db/pool.ts'
import type { Tables } from '../server/src/tables.ts'

type Connections = Pool<Tables>['connections']

export type Unpaid = { readonly id: number; readonly paymentId: number; readonly reference: string }

/**
 * Places unpaid walk-in orders of ₦10,000 with an open attempt each. A doctor of the test data books them, so that every
 * share occurs.
 */
export async function placeUnpaid(connections: Connections, count: number): Promise<Unpaid[]> {
  const orders = await connections.query<{ id: number }>(
    `insert into lab_order (reference, account_id, client_reference, request_hash, lab_id, location_id, lab_slug, lab_name,
      location_name, location_address, mode, patient_name, patient_email, patient_phone, patient_gender, test_count,
      sub_total_kobo, collection_fee_kobo, total_kobo, rate_id, lab_share_kobo, doctor_share_kobo,
      phlebotomist_share_kobo, platform_share_kobo, created_at, expires_at)
    select 'LB-' || gen_random_uuid(), account.id, gen_random_uuid()::text, '\\x00', lab.id, place.id, lab.slug, lab.name,
      place.name, place.address, 'walkin', 'Mama Obi', 'mama@cast.example', '2348030000009', 'Female', 1,
      1000000, 0, 1000000, (select max(id) from rate), 850000, 50000, 0, 100000, now(), now() + interval '1 day'
    from generate_series(1, $1), (select * from account where type = 'doctor' limit 1) account,
      (select * from lab order by id limit 1) lab, lateral (select * from lab_location where lab_id = lab.id limit 1) place
    returning id`,
    [count],
  )
  const ids = orders.rows.map(({ id }) => id)
  await connections.query(
    `insert into lab_order_event (order_id, verb, from_state, to_state, actor, at)
    select unnest($1::bigint[]), 'place', 'awaiting_payment', 'awaiting_payment', 'doctor', now()`,
    [ids],
  )
  const payments = await connections.query<{ id: number; reference: string; order_id: number }>(
    `insert into payment (reference, order_id, payer_email, due_kobo, started_at, check_at)
    select 'bk-' || gen_random_uuid(), unnest($1::bigint[]), 'mama@cast.example', 1000000, now(), now()
    returning id, reference, order_id`,
    [ids],
  )
  await connections.query(
    `insert into payment_event (payment_id, verb, from_state, to_state, actor, at)
    select unnest($1::bigint[]), 'start', 'started', 'started', 'payer', now()`,
    [payments.rows.map(({ id }) => id)],
  )
  return payments.rows.map(({ id, reference, order_id }) => ({ id: order_id, paymentId: id, reference }))
}

/** Writes the rows of one settled payment as simply as possible: the minimum cost of any settling. */
export async function bareSettle(connections: Connections, order: Unpaid): Promise<void> {
  const client = await connections.connect()
  try {
    await client.query('begin')
    await writeSettled(client, order)
    await client.query('commit')
  } finally {
    client.release()
  }
}

async function writeSettled(client: pg.PoolClient, { id, paymentId, reference }: Unpaid): Promise<void> {
  const order = await prepared<{ reference: string; lab_id: number; account_id: number }>(
    client,
    ['bare-order', 'select reference, lab_id, account_id from lab_order where id = $1 for update'],
    [id],
  )
  const lab = String(order?.lab_id)
  const doctor = String(order?.account_id)
  for (const [statement, values] of [
    [lockPayment, [paymentId]],
    [updatePayment, [reference, paymentId]],
    [addPaymentEvent, [paymentId]],
    [updateOrder, [id]],
    [addOrderEvent, [id]],
    [addAccounts, [lab, doctor]],
    [addPosting, [`capture:${reference}`, order?.reference ?? '', lab, doctor]],
    [addJobs, [JSON.stringify({ paymentId }), ['mail-patient', 'mail-payer', 'mail-lab', 'mail-operator']]],
  ] as const)
    await prepared(client, statement, [...values])
}

/** A name and a text: parsed once per connection. */
type Statement = readonly [name: string, text: string]

async function prepared<R extends object>(
  client: pg.PoolClient,
  [name, text]: Statement,
  values: unknown[],
): Promise<R | undefined> {
  return (await client.query<R>({ name, text, values })).rows[0]
}

const lockPayment: Statement = ['bare-lock', 'select 1 from payment where id = $1 for update']

const updatePayment: Statement = [
  'bare-payment',
  `update payment set state = 'settled', settles_order = true, captured_kobo = 1000000, captured_currency = 'NGN',
    fee_kobo = 25000, channel = 'card', provider_id = $1, paid_at = now(), check_at = null where id = $2`,
]

const addPaymentEvent: Statement = [
  'bare-payment-event',
  `insert into payment_event (payment_id, verb, from_state, to_state, actor, at)
    values ($1, 'settle', 'started', 'settled', 'system', now())`,
]

const updateOrder: Statement = [
  'bare-order-state',
  "update lab_order set state = 'scheduled', paid_at = now() where id = $1",
]

const addOrderEvent: Statement = [
  'bare-order-event',
  `insert into lab_order_event (order_id, verb, from_state, to_state, actor, at)
    values ($1, 'pay', 'awaiting_payment', 'scheduled', 'system', now())`,
]

const addAccounts: Statement = [
  'bare-accounts',
  `insert into ledger_account (kind, owner) values ('provider_clearing', ''), ('provider_fees', ''),
    ('lab', $1), ('doctor_pending', $2), ('platform_revenue', '') on conflict do nothing`,
]

const addPosting: Statement = [
  'bare-posting',
  `with posting as (
      insert into ledger_posting (business_key, kind, order_reference, at) values ($1, 'capture', $2, now()) returning id)
    insert into ledger_line (posting_id, position, account_id, amount_kobo)
    select posting.id, line.position, account.id, line.amount from posting, (values
      (1, 'provider_clearing', '', 975000), (2, 'provider_fees', '', 25000),
      (3, 'lab', $3, -850000), (4, 'doctor_pending', $4, -50000),
      (5, 'platform_revenue', '', -100000)) line (position, kind, owner, amount)
    join ledger_account account on account.kind = line.kind and account.owner = line.owner`,
]

const addJobs: Statement = [
  'bare-jobs',
  `select from graphile_worker.add_jobs(array(
    select row(name, $1::text::json, null, null, 25, null, null, null)::graphile_worker.job_spec
    from unnest($2::text[]) as name))`,
]
