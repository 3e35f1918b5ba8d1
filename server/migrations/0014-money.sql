-- A line has the time of its posting, so that one account is read by its days without looking at the others' lines.
alter table ledger_line add at timestamptz default now();
alter table ledger_line disable trigger ledger_line_is_history;
update ledger_line set at = (select at from ledger_posting where id = ledger_line.posting_id);
alter table ledger_line enable trigger ledger_line_is_history;
alter table ledger_line alter at set not null;
create function time_of_posting() returns trigger language plpgsql as $$
begin
  new.at := (select at from ledger_posting where id = new.posting_id);
  return new;
end $$;
create trigger ledger_line_at before insert on ledger_line for each row execute function time_of_posting();
drop index ledger_line_account;
create index ledger_line_account on ledger_line (account_id, at, posting_id, position) include (amount_kobo);

-- What a doctor earns waits until the result is released; credit of a patient pays their next order; money that a bank
-- takes back is a loss of the platform's.
alter table ledger_account drop constraint ledger_account_kind_check;
alter table ledger_account add constraint ledger_account_kind_check check (kind in ('provider_clearing', 'provider_fees',
  'lab', 'doctor_pending', 'doctor_wallet', 'phlebotomist', 'patient_credit', 'platform_revenue', 'unapplied', 'refunds',
  'chargebacks'));

-- Until now a doctor's share went to the wallet at once. No result has been released yet: all of it is still pending.
insert into ledger_account (kind, owner) select 'doctor_pending', owner from ledger_account where kind = 'doctor_wallet';
with moved as (
  select posting.order_reference, account.owner, account.id as wallet_id, sum(line.amount_kobo) as amount_kobo
  from ledger_line line join ledger_account account on account.id = line.account_id and account.kind = 'doctor_wallet'
    join ledger_posting posting on posting.id = line.posting_id
  group by 1, 2, 3 having sum(line.amount_kobo) <> 0),
posted as (
  insert into ledger_posting (business_key, kind, order_reference)
  select 'earning_pending:' || order_reference, 'earning_pending', order_reference from moved
  returning id, order_reference)
insert into ledger_line (posting_id, position, account_id, amount_kobo)
select posted.id, 1, moved.wallet_id, -moved.amount_kobo from moved join posted using (order_reference)
union all
select posted.id, 2, pending.id, moved.amount_kobo from moved join posted using (order_reference)
  join ledger_account pending on pending.kind = 'doctor_pending' and pending.owner = moved.owner;

alter table lab_order
  -- When the phlebotomist left for the visit: from then on the collection fee is earned.
  add set_off_at timestamptz,
  -- When money came that was too late for the order's time or visit, and what its owner chose then.
  add late_money_at timestamptz,
  add late_choice text check (late_choice in ('keep', 'new_day', 'cancel')),
  add check (set_off_at is null or mode = 'sampleCollection'),
  add check (late_choice is null or late_money_at is not null);

-- Credit that an attempt uses beside what Paystack takes. One that is paid by credit alone never meets Paystack.
alter table payment drop constraint payment_due_kobo_check;
alter table payment
  add credit_kobo bigint not null default 0 check (credit_kobo >= 0),
  add check (due_kobo >= 0 and due_kobo + credit_kobo > 0),
  -- What paid its order has paid it, also where returning it failed and a person must decide.
  drop constraint payment_check1,
  add constraint payment_settled_check
    check (not settles_order or state in ('settled', 'refunding', 'refunded')
      or state = 'held' and coalesce(hold_reason, '') = 'refund_failed');

-- A refund returns an order's money, or money that paid none: part or all, to where it came from or as credit.
drop index refund_open;
alter table refund
  -- What asked for it; the same thing never asks twice.
  add request_key text,
  add actor text not null default 'system' check (actor in ('patient', 'doctor', 'lab', 'operator', 'system')),
  add source_kobo bigint not null default 0 check (source_kobo >= 0),
  add credit_kobo bigint not null default 0 check (credit_kobo >= 0),
  add origin text not null default 'unapplied' check (origin in ('shares', 'unapplied')),
  -- Whose shares it takes back; nothing where the money paid no order.
  add lab_kobo bigint not null default 0 check (lab_kobo >= 0),
  add doctor_kobo bigint not null default 0 check (doctor_kobo >= 0),
  add phlebotomist_kobo bigint not null default 0 check (phlebotomist_kobo >= 0),
  add platform_kobo bigint not null default 0 check (platform_kobo >= 0),
  -- The refund that Paystack could not make and that this one makes good.
  add retries uuid references refund (id),
  -- When the next try of a failed one is due; null where an operator decides.
  add retry_at timestamptz,
  -- Until when nobody else may send it to Paystack; by the database's own clock, which no process can shift.
  add sending_until timestamptz,
  add needs_attention boolean not null default false;
update refund set request_key = 'before:' || id, source_kobo = amount_kobo;
-- A failed return had made its payment one that paid nothing. It had paid its order, and has.
update payment set settles_order = true
where exists (select 1 from payment_event e where e.payment_id = payment.id and e.verb = 'settle');
-- Until now all of a payment went back at once, and again where that failed: each later try makes the one before it good.
update refund set retries = earlier.id
from (select id, lead(id) over (partition by payment_id order by requested_at, id) as later from refund) earlier
where earlier.later = refund.id;
-- Only the first try took the shares back; the money then waited as unapplied for the next.
update refund set origin = 'shares', lab_kobo = o.lab_share_kobo, doctor_kobo = o.doctor_share_kobo,
  phlebotomist_kobo = o.phlebotomist_share_kobo, platform_kobo = o.platform_share_kobo
from payment p join lab_order o on o.id = p.order_id
where p.id = refund.payment_id and p.settles_order and refund.retries is null;
alter table refund
  alter request_key set not null,
  alter origin drop default,
  alter actor drop default,
  add unique (request_key),
  add unique (retries),
  add check (amount_kobo = source_kobo + credit_kobo),
  add check (lab_kobo + doctor_kobo + phlebotomist_kobo + platform_kobo = case origin when 'shares' then amount_kobo else 0 end);
create index refund_payment on refund (payment_id);
create index refund_retry on refund (retry_at) where retry_at is not null;

-- What goes back to the source is never more than came from it, and all that goes back never more than was paid.
create function refund_within_capture() returns trigger language plpgsql as $$
declare
  paid record;
  sourced bigint;
  given bigint;
begin
  select coalesce(captured_kobo, 0) as captured, credit_kobo as credit into paid
    from payment where id = new.payment_id for update;
  -- The credit of a refund was given at once, whatever became of the rest of it.
  select coalesce(sum(source_kobo) filter (where state <> 'failed'), 0),
      coalesce(sum(case state when 'failed' then credit_kobo else amount_kobo end), 0) into sourced, given
    from refund where payment_id = new.payment_id and id <> new.id;
  if sourced + new.source_kobo > paid.captured or given + new.amount_kobo > paid.captured + paid.credit then
    raise exception 'refunds of payment % would exceed what was paid', new.payment_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger refund_within_capture before insert on refund for each row execute function refund_within_capture();

-- Receipts are numbered without gaps within a year, when they are first needed.
create table receipt_year (year smallint primary key, last_number integer not null default 0);
create table receipt (
  payment_id bigint primary key references payment (id),
  number text not null unique check (number ~ '^[A-Z]{2}-[0-9]{4}-[0-9]{6}$'),
  issued_at timestamptz not null
);
create trigger receipt_is_history before update or delete on receipt for each row execute function forbid_change();

-- A complaint of a payer's bank: answered in time, or the money is lost.
create table dispute (
  id bigint generated always as identity primary key,
  provider_id text not null unique,
  payment_id bigint references payment (id),
  transaction_reference text,
  amount_kobo bigint not null check (amount_kobo >= 0),
  category text not null,
  status text not null,
  resolution text,
  due_at timestamptz,
  opened_at timestamptz not null,
  resolved_at timestamptz,
  -- What speaks for us, gathered when it was opened: times and places; never a test's name or a result.
  evidence jsonb not null default '{}'
);
create index dispute_payment on dispute (payment_id);

-- Money that a person must decide about: one open case for each kind and subject.
create table money_case (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('held_money', 'refund_stuck', 'refund_failed', 'dispute', 'unknown_at_paystack',
    'missing_at_paystack', 'amount_differs', 'reversed_outside', 'refund_unknown', 'books_differ', 'orphan_webhook',
    'late_choice')),
  -- The reference of the payment, refund or dispute that it is about.
  subject text not null,
  order_reference text,
  amount_kobo bigint,
  -- What each side says; references, amounts and states only.
  found jsonb not null default '{}',
  opened_at timestamptz not null,
  due_at timestamptz,
  closed_at timestamptz,
  closed_by bigint references account (id),
  close_note text,
  check ((closed_at is null) = (close_note is null))
);
create unique index money_case_open on money_case (kind, subject) where closed_at is null;
create index money_case_due on money_case (due_at, opened_at) where closed_at is null;

-- What was held before there were cases waits for a person too.
insert into money_case (kind, subject, order_reference, amount_kobo, found, opened_at)
select case when failed.id is null then 'held_money' else 'refund_failed' end, coalesce(failed.id::text, p.reference),
  o.reference, case p.captured_currency when 'NGN' then p.captured_kobo end,
  case when failed.id is null then jsonb_build_object('why', p.hold_reason, 'due', p.due_kobo, 'came',
    case p.captured_currency when 'NGN' then to_jsonb(p.captured_kobo)
      else to_jsonb(p.captured_currency || ' ' || (p.captured_kobo / 100.0)::numeric(20, 2)) end)
  else jsonb_build_object('payment', p.reference, 'no_credit', p.link_id is not null) end, now()
from payment p join lab_order o on o.id = p.order_id
  left join refund failed on failed.payment_id = p.id and p.hold_reason = 'refund_failed' and failed.state = 'failed'
    and not exists (select 1 from refund later where later.retries = failed.id)
where p.state = 'held';

-- One comparison of a day's money with Paystack's list.
create table reconciliation (
  day date primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  provider_count integer not null default 0,
  provider_kobo bigint not null default 0,
  our_count integer not null default 0,
  our_kobo bigint not null default 0,
  mended integer not null default 0,
  cases integer not null default 0
);

-- A day's comparison reads what was begun on it.
create index payment_started on payment (started_at);
create index refund_requested on refund (requested_at);
create index paystack_event_orphan on paystack_event (received_at) where outcome = 'unknown_reference';

-- What the last look at each invariant found; whoever serves the metrics tells it.
create table invariant_check (
  name text primary key,
  breaches integer not null,
  checked_at timestamptz not null
);
