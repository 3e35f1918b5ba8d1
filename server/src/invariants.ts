import { sql } from 'kysely'
import type { Db } from './db.ts'
import { auditInvariants, chainInTime, chainInvariant, sampleInvariants } from './invariants-audit.ts'
import { callInvariants, callsInTime } from './invariants-calls.ts'
import { fileInvariants } from './invariants-files.ts'
import { type AuditCheck, checkRecent, checkWhole } from './modules/audit/index.ts'

/**
 * What must hold whenever no transaction is in progress; each query finds the records that break it. The project assigns
 * the numbers.
 */
const invariants: Readonly<Record<string, string>> = {
  'INV-01 every posting sums to nothing': `
    select posting_id::text as what from ledger_line group by posting_id having sum(amount_kobo) <> 0`,
  'INV-03 every captured naira attempt has one capture posting, and every capture an attempt': `
    select coalesce(p.reference, l.business_key) as what
    from (select * from payment where captured_kobo > 0 and captured_currency = 'NGN'
        and coalesce(hold_reason, '') <> 'wrong_domain') p
      full join (select * from ledger_posting where kind = 'capture') l on l.business_key = 'capture:' || p.reference
    where p.id is null or l.id is null`,
  'INV-04 all that came for an order, with the credit used, is the share of a party, unapplied, on its way back or back': `
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
    -- What our own bank paid before a payer's bank took all of it has gone twice, which no one here can help.
    helpless as (select r.id from refund r join dispute d on d.payment_id = r.payment_id
        left join ledger_posting due on due.business_key = 'refund_due:' || r.id
        left join ledger_posting loss on loss.business_key = 'dispute_lost:' || d.provider_id
      where r.outside = 'bank' and (not r.in_books or due.id < loss.id)),
    back as (select payment_id, sum(source_kobo) as kobo from refund
      where state <> 'failed' and outside is distinct from 'dispute' and id not in (select id from helpless)
        -- One that may have been sent is looked up: Paystack has it, or what the bank took ends it.
        and not (ended_at is null and provider_id is null and sending_until is not null) group by 1)
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
  "INV-10 no one's earnings or credit are below nothing": `
    select account.kind || ' ' || account.owner as what
    from ledger_account account join ledger_line line on line.account_id = account.id
    where account.kind in ('doctor_pending', 'doctor_wallet', 'patient_credit')
    group by account.id having sum(line.amount_kobo) > 0`,
  "INV-13 a doctor's earning is available once the result is out, and not before": `
    with earned as (select order_reference from ledger_posting where kind in ('earning_available', 'earning_withheld')),
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
  'receipts of a year are numbered from one without an unexplained gap, each for money that paid an order': `
    with given as (select split_part(number, '-', 2)::int as year, right(number, 6)::int as position from receipt),
    used as (select year, position as first, position as last from given
      union all select year, first_number, last_number from receipt_gap),
    counted as (select year, sum(last - first + 1) as given, max(last) as last from used group by year)
    select coalesce(y.year, c.year)::text as what from receipt_year y full join counted c on c.year = y.year
    where coalesce(y.last_number, 0) <> coalesce(c.given, 0) or coalesce(y.last_number, 0) <> coalesce(c.last, 0)
    union all select r.number from receipt r join payment p on p.id = r.payment_id where not p.settles_order`,
  'INV-19 no window has more home visits than places, and their number is known': `
    select slot.id::text as what from slot left join slot_place on slot_id = slot.id
    group by slot.id having count(order_id) > slot.places or count(order_id) <> slot.taken`,
  'a home visit that is paid has its place for good, on its day, and one that has ended has none': `
    select o.reference as what from lab_order o join slot_place on order_id = o.id join slot on slot.id = slot_id
    where o.mode = 'walkin' or o.state in ('cancelled', 'expired') or slot.location_id <> o.location_id
      or slot.day <> o.collection_on or (held_until is null) <> (o.paid_at is not null)
    union all select o.reference from lab_order o where o.mode = 'sampleCollection' and o.state = 'scheduled'
      and (o.late_money_at is null or o.late_choice is not null)
      and not exists (select 1 from slot_place where order_id = o.id)`,
  'INV-25 the history of an order, an attempt, a link, a sample and a visit has no gap and ends at its state': `
    with event as (
      select 'order ' || order_id as what, id, from_state, to_state from lab_order_event
      union all select 'payment ' || payment_id, id, from_state, to_state from payment_event
      union all select 'link ' || link_id, id, from_state, to_state from payment_link_event
      union all select 'sample ' || specimen_id, id, from_state, to_state from specimen_event
      union all select 'visit ' || collection_id, id, from_state, to_state from collection_event),
    state as (
      select 'order ' || id as what, state from lab_order union all select 'payment ' || id, state from payment
      union all select 'link ' || id, state from payment_link union all select 'sample ' || id, state from specimen
      union all select 'visit ' || id, state from collection),
    walked as (select what, from_state, to_state,
      lag(to_state) over step as before, lead(to_state) over step is null as last
      from event window step as (partition by what order by id))
    select walked.what from walked where before is not null and before <> from_state
    union all select state.what from state left join walked on walked.what = state.what and walked.last
    where walked.to_state is distinct from state.state
      and (walked.what is not null or archived_until() = '-infinity')`,
  'what a phlebotomist took was taken at a visit, and a visit at which it was taken has its samples': `
    select o.reference as what from lab_order o join lab_order_event e on e.order_id = o.id
    where e.verb = 'collect' and e.actor = 'phlebotomist'
      and not exists (select 1 from collection c where c.order_id = o.id and c.state in ('collected', 'delivered'))
    union all select c.id::text from collection c where c.state in ('collected', 'delivered')
      and not exists (select 1 from visit_sample v where v.collection_id = c.id and v.reason is null)
    union all select c.id::text from collection c join lab_order o on o.id = c.order_id
    where c.state = 'on_the_way' and o.set_off_at is null`,
  ...sampleInvariants,
  'an order is no further than its samples, and each of its tests is served by one of them': `
    select o.reference as what from lab_order o join specimen s on s.order_id = o.id
    where s.state not in ('rejected', 'given_up') and (o.state = 'sample_collected' and s.state = 'expected'
      or o.state in ('lab_processing', 'results_ready') and s.state <> 'received')
    union all select s.order_id::text from specimen s join specimen_test t on t.specimen_id = s.id
    where s.state <> 'rejected' group by s.order_id, t.position, t.test_id having count(*) > 1
    union all select accession from specimen s
    where not exists (select 1 from specimen_test where specimen_id = s.id)`,
  'INV-26 an order is ready once each of its reports is out, and a patient reads only what is': `
    select o.reference as what from lab_order o join report r on r.order_id = o.id
    where o.state = 'results_ready' and not exists (select 1 from report_version v
      where v.report_id = r.id and v.state in ('released', 'withdrawn') and not v.preliminary)
      and not exists (select 1 from specimen s join specimen_test t on t.specimen_id = s.id
        where s.state = 'given_up' and (t.order_id, t.position, t.test_id) = (r.order_id, r.position, r.test_id))
    union all select o.report_id::text from result_opened o
      join report_version v on v.report_id = o.report_id and v.number = o.number
    where o.reader = 'patient' and (v.released_at is null or v.released_at > o.at + interval '10 minutes')`,
  'what a lab has taken back is read by no one else, and what it released has a value or a PDF': `
    select v.report_id::text as what from report_version v join audit_entry e on e.report_id = v.report_id
      and e.report_number = v.number and e.what in ('report_read', 'report_saved') and e.role <> 'lab'
    where v.state = 'withdrawn' and e.at > v.withdrawn_at + interval '1 minute'
    union all select v.report_id::text from report_version v where v.state <> 'draft'
      and not exists (select 1 from result_value where report_id = v.report_id and number = v.number)
      and not exists (select 1 from report_attachment where report_id = v.report_id and number = v.number)`,
  ...callInvariants,
  ...fileInvariants,
  ...auditInvariants(),
  'a link to results shows reports of its own order, each of which was out when it was made': `
    select shown.share_id::text as what from result_share_report shown join result_share share on share.id = shown.share_id
      join report on report.id = shown.report_id
    where report.order_id <> share.order_id or not exists (select 1 from report_version v
      where v.report_id = report.id and v.released_at <= share.created_at + interval '10 minutes')`,
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

/** What may be broken for a short while but must not last. Only the worker checks these. */
const inTime: Readonly<Record<string, string>> = {
  ...chainInTime,
  ...callsInTime,
  'INV-21 every webhook that was kept is handled within a quarter of an hour': `
    select id::text as what from paystack_event where outcome is null and received_at < now() - interval '15 minutes'`,
  'INV-27 a home visit is opened for its paid order, and ends with it, within a quarter of an hour': `
    select o.reference as what from lab_order o where o.state = 'scheduled' and o.mode = 'sampleCollection'
      and o.paid_at < now() - interval '15 minutes' and o.set_off_at is null
      and (o.collection_on + o.collection_time::time) at time zone 'Africa/Lagos' > now()
      and not exists (select 1 from collection c where c.order_id = o.id
        and (c.state in ('requested', 'assigned', 'on_the_way', 'missed')
          or c.state in ('collected', 'delivered') and (c.visit_on, c.visit_time) = (o.collection_on, o.collection_time)))
    union all select c.id::text from collection c join lab_order o on o.id = c.order_id
    where c.state in ('requested', 'assigned', 'on_the_way', 'missed') and o.state <> 'scheduled'
      and not exists (select 1 from lab_order_event e where e.order_id = o.id and e.at > now() - interval '15 minutes')`,
}

/** The names of the invariants, in the order in which they are checked. */
export const invariantNames: readonly string[] = [...Object.keys(invariants), ...Object.keys(inTime)]

/** One record that breaks an invariant. */
export type Breach = { readonly name: string; readonly what: string }

/** Every record that breaks an invariant. Reads every order, so only operators and tests call it. */
export async function readBreaches(db: Db): Promise<Breach[]> {
  return await breachesOf(db, invariants)
}

/** Every record that has been in a temporary state for too long. */
export const readOverdue = (db: Db): Promise<Breach[]> => breachesOf(db, inTime)

async function breachesOf(db: Db, queries: Readonly<Record<string, string>>): Promise<Breach[]> {
  const broken: Breach[] = []
  for (const [name, query] of Object.entries(queries))
    for (const what of await found(db, query)) broken.push({ name, what })
  return broken
}

async function found(db: Db, query: string): Promise<string[]> {
  const { rows } = await sql.raw<{ what: string }>(query).execute(db)
  return rows.map(({ what }) => what)
}

/** The result of checking one invariant: the records that break it, or why the check failed. */
export type Look = { readonly name: string } & ({ readonly found: string[] } | { readonly failure: unknown })

/** Runs each query separately, so a query that fails does not stop the others. */
async function* looksAt(
  queries: Readonly<Record<string, string>>,
  ask: (query: string) => Promise<string[]>,
): AsyncGenerator<Look> {
  for (const [name, query] of Object.entries(queries))
    yield await ask(query).then(
      (found) => ({ name, found }),
      (failure: unknown) => ({ name, failure }),
    )
}

/**
 * Checks every invariant as the worker does: those of result access only for the last day. Checks the keyed chain if the
 * secret of the install is given.
 */
export async function* watched(db: Db, audit?: AuditCheck, now = new Date()): AsyncGenerator<Look> {
  // They read every order: longer than the site's statement timeout, but shorter than the wait for a response.
  const ask = async (query: string) =>
    await db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = '9s'`.execute(tx)
      return await found(tx, query)
    })
  yield* looksAt({ ...invariants, ...auditInvariants('of the last day'), ...inTime }, ask)
  if (audit) yield await lookAtChain(checkRecent(db, audit, now))
}

async function lookAtChain(check: Promise<string[]>): Promise<Look> {
  const name = chainInvariant
  return await check.then(
    (found) => ({ name, found }),
    (failure: unknown) => ({ name, failure }),
  )
}

/**
 * Every broken invariant and failed check, as text; empty if there is none. Checks the whole keyed chain if the secret of
 * the install is given.
 */
export async function brokenInvariants(db: Db, audit?: AuditCheck): Promise<string[]> {
  const broken: string[] = []
  const tell = (look: Look) => {
    if ('found' in look) broken.push(...look.found.map((what) => `${look.name}: ${what}`))
    else broken.push(`${look.name}: could not be looked at: ${String(look.failure)}`)
  }
  for await (const look of looksAt(invariants, (query) => found(db, query))) tell(look)
  if (audit) tell(await lookAtChain(checkWhole(db, audit)))
  return broken
}
