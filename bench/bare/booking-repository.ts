import type { Statement } from './store.ts'

/** Inserts the order of a booking: account, the caller's reference, lab and location, patient, and total. */
export const addOrder: Statement = {
  name: 'add-order',
  text: `insert into lab_order (reference, account_id, client_reference, request_hash, lab_id, location_id, lab_slug, lab_name,
      location_name, location_address, mode, patient_name, patient_email, patient_phone, patient_gender, test_count,
      sub_total_kobo, collection_fee_kobo, total_kobo, rate_id, lab_share_kobo, doctor_share_kobo,
      phlebotomist_share_kobo, platform_share_kobo, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'walkin', $11, $12, $13, $14, $15, $16::bigint, 0, $16::bigint, 1, $17::bigint, 0, 0,
      $16::bigint - $17::bigint, now(), now() + interval '3 days') returning id`,
}

export const addLines: Statement = {
  name: 'add-lines',
  text: `insert into lab_order_line (order_id, position, test_id, name, price_kobo, fasting_hours, preparation, specimen,
      turnaround_hours, includes)
    select $1::bigint, line.* from json_to_recordset($2::json) as line (position smallint, test_id bigint, name text,
      price_kobo bigint, fasting_hours smallint, preparation text, specimen text, turnaround_hours integer, includes text[])`,
}

export const addOrderEvent: Statement = {
  name: 'add-order-event',
  text: `insert into lab_order_event (order_id, verb, from_state, to_state, actor, at)
    values ($1, 'place', 'awaiting_payment', 'awaiting_payment', 'patient', now())`,
}

export const addLink: Statement = {
  name: 'add-link',
  text: `insert into payment_link (id, token_hash, order_id, created_at, expires_at)
    values ($1, $2, $3, now(), now() + interval '3 days')`,
}

export const addLinkEvent: Statement = {
  name: 'add-link-event',
  text: `insert into payment_link_event (link_id, verb, from_state, to_state, actor, at)
    values ($1, 'make', 'active', 'active', 'payer', now())`,
}

/** All labs with their first location; callers find them by slug. Read before measuring begins. */
export const siteOf: Statement = {
  name: 'site-of',
  text: `select lab.id as "labId", lab.slug, lab.name, place.id as "placeId", place.name as "placeName", place.address
    from lab join lab_location place on place.lab_id = lab.id and place.position = 1`,
}

export const testsOf: Statement = {
  name: 'tests-of',
  text: `select id as test_id, name, fasting_hours, preparation, specimen, turnaround_hours, '{}'::text[] as includes
    from test`,
}

/** Inserts a session: its token hash and account. */
export const addSession: Statement = {
  name: 'add-session',
  text: `insert into session (token_hash, account_id, created_at, expires_at)
    values ($1, $2, now(), now() + interval '58 minutes')`,
}

export const accountByEmail: Statement = {
  name: 'account-by-email',
  text: 'select * from account where email = $1',
}
