-- Double entry in kobo: debits positive, credits negative. Append-only; corrections are new postings.
create table ledger_account (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('provider_clearing', 'provider_fees', 'lab', 'doctor_wallet', 'phlebotomist',
    'patient_credit', 'platform_revenue', 'unapplied', 'refunds')),
  -- Whose: the lab's, the doctor's or the patient's id; '' where there is one for the platform.
  owner text not null default '',
  unique (kind, owner)
);

create table ledger_posting (
  id bigint generated always as identity primary key,
  -- What happened in the world; the same thing is never posted twice.
  business_key text not null unique,
  kind text not null,
  order_reference text,
  at timestamptz not null default now()
);
create index ledger_posting_order on ledger_posting (order_reference);

create table ledger_line (
  posting_id bigint not null references ledger_posting (id),
  position smallint not null,
  account_id bigint not null references ledger_account (id),
  amount_kobo bigint not null check (amount_kobo <> 0),
  primary key (posting_id, position)
);
create index ledger_line_account on ledger_line (account_id, posting_id);

create trigger ledger_posting_is_history before update or delete on ledger_posting
  for each row execute function forbid_change();
create trigger ledger_line_is_history before update or delete on ledger_line
  for each row execute function forbid_change();
create trigger ledger_posting_stays before truncate on ledger_posting execute function forbid_change();
create trigger ledger_line_stays before truncate on ledger_line execute function forbid_change();

-- At commit, the lines of a posting are at least two and sum to zero.
create function ledger_balances() returns trigger language plpgsql as $$
declare
  posting bigint := (to_jsonb(new) ->> tg_argv[0])::bigint;
  lines integer;
  total bigint;
begin
  select count(*), coalesce(sum(amount_kobo), 0) into lines, total from ledger_line where posting_id = posting;
  if lines < 2 or total <> 0 then
    raise exception 'posting % has % lines that sum to %', posting, lines, total using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_posting_balances after insert on ledger_posting
  deferrable initially deferred for each row execute function ledger_balances('id');
create constraint trigger ledger_line_balances after insert on ledger_line
  deferrable initially deferred for each row execute function ledger_balances('posting_id');
