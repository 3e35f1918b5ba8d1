import { sql } from 'kysely'
import type { Db } from './db.ts'

/** What must hold whenever nothing is under way; each query finds what breaks it. Numbers are the project's own. */
const invariants: Readonly<Record<string, string>> = {
  'INV-01 every posting sums to nothing': `
    select posting_id::text as what from ledger_line group by posting_id having sum(amount_kobo) <> 0`,
  'INV-03 every captured naira attempt has one capture posting, and every capture an attempt': `
    select coalesce(p.reference, l.business_key) as what
    from (select * from payment where captured_kobo > 0 and captured_currency = 'NGN'
        and coalesce(hold_reason, '') <> 'wrong_domain') p
      full join (select * from ledger_posting where kind = 'capture') l on l.business_key = 'capture:' || p.reference
    where p.id is null or l.id is null`,
  'INV-05 captured money settles its order, is held, or goes back': `
    select reference as what from payment where captured_kobo > 0
      and state not in ('settled', 'held', 'refunding', 'refunded')
    union all select order_id::text from payment where settles_order group by order_id having count(*) > 1`,
  'INV-06 a scheduled order has a settled attempt of just its total': `
    select o.reference as what from lab_order o
    where o.state in ('scheduled', 'sample_collected', 'lab_processing', 'results_ready')
      and not exists (select 1 from payment p where p.order_id = o.id and p.settles_order
        and p.state = 'settled' and p.captured_kobo = o.total_kobo)`,
  'INV-07 and INV-08 the total is its lines and the fee': `
    select o.reference as what from lab_order o left join lab_order_line l on l.order_id = o.id
    group by o.id having coalesce(sum(l.price_kobo), 0) + o.collection_fee_kobo <> o.total_kobo
      or count(l.order_id) <> o.test_count`,
  'INV-15 a link lives for three days at most': `
    select id::text as what from payment_link where expires_at > created_at + interval '72 hours'`,
  'INV-25 the history of an order, an attempt and a link has no gap and ends at its state': `
    with event as (
      select 'order ' || order_id as what, id, from_state, to_state from lab_order_event
      union all select 'payment ' || payment_id, id, from_state, to_state from payment_event
      union all select 'link ' || link_id, id, from_state, to_state from payment_link_event),
    state as (
      select 'order ' || id as what, state from lab_order union all select 'payment ' || id, state from payment
      union all select 'link ' || id, state from payment_link),
    walked as (select what, from_state, to_state,
      lag(to_state) over step as before, lead(to_state) over step is null as last
      from event window step as (partition by what order by id))
    select walked.what from walked where before is not null and before <> from_state
    union all select state.what from state left join walked on walked.what = state.what and walked.last
    where walked.to_state is distinct from state.state`,
}

/** What is broken, each with the invariant that it breaks; nothing where all is well. Reads every order: for operators and tests. */
export async function brokenInvariants(db: Db): Promise<string[]> {
  const broken: string[] = []
  for (const [name, query] of Object.entries(invariants)) {
    const { rows } = await sql.raw<{ what: string }>(query).execute(db)
    for (const { what } of rows) broken.push(`${name}: ${what}`)
  }
  return broken
}
