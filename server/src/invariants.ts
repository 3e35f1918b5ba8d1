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
  "INV-04 all that came for an order, with the credit used, is somebody's share, unapplied, on its way back or back": `
    with came as (select order_id, sum(coalesce(captured_kobo, 0)) filter (where captured_currency = 'NGN'
          and coalesce(hold_reason, '') <> 'wrong_domain') as captured,
        sum(credit_kobo) filter (where settles_order) as credit from payment group by 1),
    gone as (select p.order_id, sum(r.source_kobo) filter (where r.state = 'processed') as back, sum(r.credit_kobo) as credit
      from refund r join payment p on p.id = r.payment_id where r.in_books group by 1),
    stands as (select posting.order_reference, -sum(line.amount_kobo) as kobo
      from ledger_posting posting join ledger_line line on line.posting_id = posting.id
        join ledger_account account on account.id = line.account_id
      where account.kind in ('lab', 'doctor_pending', 'doctor_wallet', 'phlebotomist', 'platform_revenue', 'refunds', 'unapplied')
      group by 1)
    select o.reference as what from lab_order o left join came on came.order_id = o.id left join gone on gone.order_id = o.id
      left join stands on stands.order_reference = o.reference
    where coalesce(came.captured, 0) + coalesce(came.credit, 0)
      <> coalesce(stands.kobo, 0) + coalesce(gone.back, 0) + coalesce(gone.credit, 0)`,
  'INV-05 captured money settles its order, is held, or goes back': `
    select reference as what from payment where captured_kobo > 0
      and state not in ('settled', 'held', 'refunding', 'refunded')
    union all select order_id::text from payment where settles_order group by order_id having count(*) > 1`,
  'INV-06 a scheduled order has a settled attempt of just its total, with the credit that it used': `
    select o.reference as what from lab_order o
    where o.state in ('scheduled', 'sample_collected', 'lab_processing', 'results_ready')
      and not exists (select 1 from payment p where p.order_id = o.id and p.settles_order
        and p.state = 'settled' and p.due_kobo + p.credit_kobo = o.total_kobo and p.captured_kobo >= p.due_kobo)`,
  'INV-07 and INV-08 the total is its lines and the fee': `
    select o.reference as what from lab_order o left join lab_order_line l on l.order_id = o.id
    group by o.id having coalesce(sum(l.price_kobo), 0) + o.collection_fee_kobo <> o.total_kobo
      or count(l.order_id) <> o.test_count`,
  'INV-09 no more goes back than came, and of no share more than it was': `
    select p.reference as what from payment p join lab_order o on o.id = p.order_id join refund r on r.payment_id = p.id
    group by p.id, o.id having
      coalesce(sum(r.source_kobo) filter (where r.state <> 'failed'), 0) > coalesce(p.captured_kobo, 0)
      or sum(case r.state when 'failed' then r.credit_kobo else r.amount_kobo end) > coalesce(p.captured_kobo, 0) + p.credit_kobo
      or sum(r.lab_kobo) > o.lab_share_kobo or sum(r.doctor_kobo) > o.doctor_share_kobo
      or sum(r.phlebotomist_kobo) > o.phlebotomist_share_kobo or sum(r.platform_kobo) > o.platform_share_kobo
    union all select reference from payment p where state = 'refunded' and exists (select 1 from refund r
      where r.payment_id = p.id and (r.ended_at is null or r.state = 'failed'
        and not exists (select 1 from refund later where later.retries = r.id)))`,
  'what goes back of a payment and what banks took of it are no more than came': `
    with lost as (select payment_id, sum(amount_kobo) as kobo from dispute
      where status = 'resolved' and resolution is distinct from 'declined' group by 1),
    back as (select payment_id, sum(source_kobo) as kobo from refund
      where state <> 'failed' and outside is distinct from 'dispute' group by 1)
    select p.reference as what from payment p join lost on lost.payment_id = p.id join back on back.payment_id = p.id
    where lost.kobo + back.kobo > coalesce(p.captured_kobo, 0)`,
  'every refund has its postings, and every such posting its refund': `
    with posted as (select split_part(business_key, ':', 2) as id, posting.kind,
        sum(line.amount_kobo) filter (where account.kind = 'refunds') as owed,
        sum(line.amount_kobo) filter (where account.kind = 'patient_credit') as credited
      from ledger_posting posting join ledger_line line on line.posting_id = posting.id
        join ledger_account account on account.id = line.account_id
      where posting.kind in ('refund_due', 'refund_done', 'refund_failed') group by posting.id),
    ours as (select * from refund where in_books),
    wanted as (select id::text, 'refund_due' as kind, -source_kobo as owed, -credit_kobo as credited from ours
      union all select id::text, 'refund_done', source_kobo, 0 from ours where state = 'processed' and source_kobo > 0
      union all select id::text, 'refund_failed', source_kobo, 0 from ours where state = 'failed')
    select coalesce(wanted.kind, posted.kind) || ' ' || coalesce(wanted.id, posted.id) as what
    from wanted full join posted on posted.id = wanted.id and posted.kind = wanted.kind
    where wanted.id is null or posted.id is null
      or (wanted.owed, wanted.credited) <> (coalesce(posted.owed, 0), coalesce(posted.credited, 0))`,
  "INV-10 nobody's earnings or credit are below nothing": `
    select account.kind || ' ' || account.owner as what
    from ledger_account account join ledger_line line on line.account_id = account.id
    where account.kind in ('doctor_pending', 'doctor_wallet', 'patient_credit')
    group by account.id having sum(line.amount_kobo) > 0`,
  "INV-13 a doctor's earning is available once the result is out, and not before": `
    with earned as (select order_reference from ledger_posting where kind = 'earning_available'),
    stands as (select posting.order_reference, account.kind from ledger_posting posting
        join ledger_line line on line.posting_id = posting.id join ledger_account account on account.id = line.account_id
      where account.kind in ('doctor_pending', 'doctor_wallet') group by 1, 2 having sum(line.amount_kobo) > 0)
    select o.reference as what from lab_order o join earned on earned.order_reference = o.reference
    where o.state <> 'results_ready'
    union all select o.reference from lab_order o join payment p on p.order_id = o.id and p.settles_order
    where o.state = 'results_ready' and not exists (select 1 from earned where order_reference = o.reference)
      and o.doctor_share_kobo > (select coalesce(sum(doctor_kobo), 0) from refund where payment_id = p.id)
    union all select order_reference from stands`,
  'INV-15 a link lives for three days at most, is paid only with its order, and starts no attempt after its end': `
    select id::text as what from payment_link where expires_at > created_at + interval '72 hours'
    union all select l.id::text from payment_link l join lab_order o on o.id = l.order_id
    where l.state = 'paid' and o.paid_at is null
    union all select p.reference from payment p join payment_link l on l.id = p.link_id
    where p.order_id <> l.order_id or p.started_at >= l.expires_at
      or exists (select 1 from payment_link_event e where e.link_id = l.id
        -- The clocks of two processes may disagree by minutes.
        and e.at < p.started_at - interval '10 minutes' and e.to_state in ('revoked', 'paid'))`,
  'INV-16 money that came by a link pays its order, is held, or goes back': `
    select p.reference as what from payment p join lab_order o on o.id = p.order_id
    where p.link_id is not null and p.captured_kobo > 0 and p.captured_currency = 'NGN'
      and p.state not in ('held', 'refunding', 'refunded') and not (p.state = 'settled' and p.settles_order)`,
  'late money is chosen about only where it came late': `
    select reference as what from lab_order where late_choice is not null and late_money_at is null
      or late_money_at is not null and paid_at is null
      or late_choice = 'new_day' and mode <> 'sampleCollection'
      or late_choice = 'cancel' and state <> 'cancelled'`,
  'credit that pays is posted once, by an attempt that settled an order of its own owner': `
    with paid as (select p.reference, p.due_kobo, p.credit_kobo, o.account_id from payment p
      join lab_order o on o.id = p.order_id where p.credit_kobo > 0 and p.settles_order),
    posted as (select split_part(posting.business_key, ':', 2) as reference, posting.kind, account.owner,
        sum(line.amount_kobo) as kobo
      from ledger_posting posting join ledger_line line on line.posting_id = posting.id
        join ledger_account account on account.id = line.account_id and account.kind = 'patient_credit'
      where posting.kind in ('capture', 'credit_payment', 'release_held') group by 1, 2, 3)
    select coalesce(paid.reference, posted.reference) as what from paid full join posted on posted.reference = paid.reference
    where paid.reference is null or posted.reference is null or posted.kobo <> paid.credit_kobo
      or posted.owner <> paid.account_id::text or (posted.kind = 'credit_payment') <> (paid.due_kobo = 0)`,
  'receipts of a year are numbered from one without a gap, each for money that paid an order': `
    with given as (select split_part(number, '-', 2)::int as year, right(number, 6)::int as position from receipt),
    counted as (select year, count(*) as given, max(position) as last from given group by year)
    select coalesce(y.year, c.year)::text as what from receipt_year y full join counted c on c.year = y.year
    where coalesce(y.last_number, 0) <> coalesce(c.given, 0) or coalesce(y.last_number, 0) <> coalesce(c.last, 0)
    union all select r.number from receipt r join payment p on p.id = r.payment_id where not p.settles_order`,
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
  'what a bank took ends what was owed, and no more than it took': `
    with ended as (select outside_reference as id, payment_id, sum(source_kobo) as kobo from refund
      where outside = 'dispute' group by 1, 2)
    select ended.id as what from ended left join dispute d on d.provider_id = ended.id and d.payment_id = ended.payment_id
    where d.id is null or d.status <> 'resolved' or d.resolution = 'declined' or ended.kobo > d.amount_kobo`,
  'only money that stands in no book goes back beside the books': `
    select r.id::text as what from refund r join payment p on p.id = r.payment_id
    where r.in_books = (p.captured_kobo > 0 and (p.captured_currency <> 'NGN' or coalesce(p.hold_reason, '') = 'wrong_domain'))`,
  'a dispute that was lost is booked once, and no other is': `
    with lost as (select d.provider_id, d.amount_kobo from dispute d join payment p on p.id = d.payment_id
      where d.status = 'resolved' and d.resolution is distinct from 'declined'
        and p.captured_currency = 'NGN' and coalesce(p.hold_reason, '') <> 'wrong_domain'),
    posted as (select split_part(posting.business_key, ':', 2) as provider_id, sum(line.amount_kobo) as amount_kobo
      from ledger_posting posting join ledger_line line on line.posting_id = posting.id
        join ledger_account account on account.id = line.account_id and account.kind = 'chargebacks'
      where posting.kind = 'dispute_lost' group by 1)
    select coalesce(lost.provider_id, posted.provider_id) as what
    from lost full join posted on posted.provider_id = lost.provider_id
    where lost.amount_kobo is distinct from posted.amount_kobo`,
}

/** What must not last: broken for a while is as it should be, so that only the worker's look asks. */
const inTime: Readonly<Record<string, string>> = {
  'INV-21 every webhook that was kept is handled within a quarter of an hour': `
    select id::text as what from paystack_event where outcome is null and received_at < now() - interval '15 minutes'`,
}

/** The invariants by name, in the order in which they are looked at. */
export const invariantNames: readonly string[] = [...Object.keys(invariants), ...Object.keys(inTime)]

/** One record that breaks an invariant. */
export type Breach = { readonly name: string; readonly what: string }

/** Every record that breaks an invariant. Reads every order: for operators, the worker and tests. */
export async function readBreaches(db: Db): Promise<Breach[]> {
  return await breachesOf(db, invariants)
}

/** Every record that has been for too long as it may be for a while. */
export async function readOverdue(db: Db): Promise<Breach[]> {
  return await breachesOf(db, inTime)
}

async function breachesOf(db: Db, queries: Readonly<Record<string, string>>): Promise<Breach[]> {
  const broken: Breach[] = []
  for (const [name, query] of Object.entries(queries)) {
    const { rows } = await sql.raw<{ what: string }>(query).execute(db)
    for (const { what } of rows) broken.push({ name, what })
  }
  return broken
}

/** What is broken, each with the invariant that it breaks; nothing where all is well. */
export async function brokenInvariants(db: Db): Promise<string[]> {
  return (await readBreaches(db)).map(({ name, what }) => `${name}: ${what}`)
}
