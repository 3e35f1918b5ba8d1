import type postgres from 'postgres'

/**
 * Writes what follows from the existing orders, links and payments: their histories, and the postings of payments. One
 * statement each, which the database does faster than a stream of rows.
 */
export async function writeHistory(sql: postgres.Sql): Promise<void> {
  for (const statement of [accountEvents, orderEvents, paymentEvents, linkEvents, accounts, postings, lines])
    await sql.unsafe(statement)
  for (const table of counted)
    await sql.unsafe(
      `select setval(pg_get_serial_sequence('${table}', 'id'), greatest(1, (select max(id) from ${table})))`,
    )
}

/** Tables whose rows were written with explicit ids. */
const counted = ['account', 'lab', 'lab_location', 'lab_order', 'payment', 'ledger_posting']

const accountEvents = `
  insert into account_event (account_id, verb, from_state, to_state, actor, at)
  select id, 'verify', 'unverified', 'active', 'self', created_at from account order by id`

const orderEvents = `
  insert into lab_order_event (order_id, verb, from_state, to_state, actor, at)
  select o.id, event.verb, event.from_state, event.to_state, event.actor, event.at
  from lab_order o join account on account.id = o.account_id,
    lateral (select case account.type when 'doctor' then 'doctor' else 'patient' end as owner) who,
    lateral (values
      ('place', 'awaiting_payment', 'awaiting_payment', who.owner, o.created_at, true),
      ('pay', 'awaiting_payment', 'scheduled', 'system', o.paid_at, o.state = 'scheduled'),
      ('expire', 'awaiting_payment', 'expired', 'system', o.expires_at + interval '1 minute', o.state = 'expired'),
      ('cancel', 'awaiting_payment', 'cancelled', who.owner, o.created_at + interval '1 hour', o.state = 'cancelled'))
      event (verb, from_state, to_state, actor, at, happened)
  where event.happened order by event.at`

const paymentEvents = `
  insert into payment_event (payment_id, verb, from_state, to_state, actor, at)
  select p.id, event.verb, event.from_state, event.to_state, event.actor, event.at
  from payment p, lateral (values
      ('start', 'started', 'started', 'payer', p.started_at, true),
      ('settle', 'started', 'settled', 'system', p.paid_at, p.state = 'settled'),
      ('abandon', 'started', 'abandoned', 'system', p.started_at + interval '1 day', p.state = 'abandoned'))
      event (verb, from_state, to_state, actor, at, happened)
  where event.happened order by event.at`

const linkEvents = `
  insert into payment_link_event (link_id, verb, from_state, to_state, actor, at)
  select l.id, event.verb, event.from_state, event.to_state, event.actor, event.at
  from payment_link l join lab_order o on o.id = l.order_id join account on account.id = o.account_id,
    lateral (values
      ('make', 'active', 'active', 'payer', l.created_at, true),
      ('pay', 'active', 'paid', 'system', o.paid_at, l.state = 'paid'),
      ('expire', 'active', 'expired', 'system', l.expires_at + interval '1 minute', l.state = 'expired'),
      ('revoke', 'active', 'revoked', case account.type when 'doctor' then 'doctor' else 'patient' end,
        o.created_at + interval '1 hour', l.state = 'revoked'))
      event (verb, from_state, to_state, actor, at, happened)
  where event.happened order by event.at`

const accounts = `
  insert into ledger_account (kind, owner)
  select 'provider_clearing', '' union all select 'provider_fees', '' union all select 'platform_revenue', ''
  union all select 'lab', lab_id::text from (select distinct lab_id from lab_order where paid_at is not null order by 1) paid
  union all select 'doctor_pending', account_id::text
    from (select distinct account_id from lab_order where paid_at is not null and doctor_share_kobo > 0 order by 1) booked`

const postings = `
  insert into ledger_posting (id, business_key, kind, order_reference, at) overriding system value
  select p.id, 'capture:' || p.reference, 'capture', o.reference, p.paid_at
  from payment p join lab_order o on o.id = p.order_id where p.state = 'settled' order by p.id`

const lines = `
  insert into ledger_line (posting_id, position, account_id, amount_kobo, at)
  select p.id, row_number() over (partition by p.id order by line.place), account.id, line.kobo, p.paid_at
  from payment p join lab_order o on o.id = p.order_id, lateral (values
      (1, 'provider_clearing', '', p.captured_kobo - p.fee_kobo), (2, 'provider_fees', '', p.fee_kobo),
      (3, 'lab', o.lab_id::text, -o.lab_share_kobo), (4, 'doctor_pending', o.account_id::text, -o.doctor_share_kobo),
      (5, 'platform_revenue', '', -o.platform_share_kobo)) line (place, kind, owner, kobo)
    join ledger_account account on account.kind = line.kind and account.owner = line.owner
  where p.state = 'settled' and line.kobo <> 0`
