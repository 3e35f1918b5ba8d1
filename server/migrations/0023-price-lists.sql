-- What a lab itself says of a test, where it differs: its promise in hours, that it never takes it at home, and that it
-- has paused it. What is paused is not active; what an operator's file took off the list is neither.
alter table offer
  add column turnaround_hours integer check (turnaround_hours between 1 and 2000),
  add column at_home boolean not null default true,
  add column paused boolean not null default false,
  add constraint offer_paused_is_not_offered check (not (paused and active));

-- The state of a lab's list, counted up by whatever changes it. Its row is locked by whoever does.
create table price_list (
  lab_id bigint primary key references lab (id),
  version bigint not null default 0
);

-- A change of a lab's list. It is looked at first; once confirmed it waits for its day, or is applied at once.
create table price_change (
  id uuid primary key default gen_random_uuid(),
  lab_id bigint not null references lab (id),
  source text not null check (source in ('edit', 'file', 'percentage')),
  -- Of a percentage: in hundredths of a per cent, and of which department; null means all.
  percent_bps integer check (percent_bps between -5000 and 10000),
  department text,
  -- The version of the list that it was made from.
  based_on bigint not null,
  -- How many of the tests that it speaks of stay as they are.
  unchanged integer not null check (unchanged >= 0),
  made_by bigint not null references account (id),
  made_at timestamptz not null,
  confirmed_by bigint references account (id),
  confirmed_at timestamptz,
  effective_on date,
  applied_at timestamptz,
  withdrawn_by bigint references account (id),
  withdrawn_at timestamptz,
  check ((source = 'percentage') = (percent_bps is not null)),
  check ((confirmed_at is null) = (confirmed_by is null) and (confirmed_at is null) = (effective_on is null)),
  check ((withdrawn_at is null) = (withdrawn_by is null)),
  constraint price_change_confirmed_first check (confirmed_at is not null or applied_at is null and withdrawn_at is null),
  constraint price_change_ends_once check (applied_at is null or withdrawn_at is null)
);
create index price_change_lab on price_change (lab_id, confirmed_at desc) where confirmed_at is not null;
create index price_change_waits on price_change (effective_on)
  where confirmed_at is not null and applied_at is null and withdrawn_at is null;
create index price_change_looked_at on price_change (made_at) where confirmed_at is null;

-- What it makes of each test. Null means that this stays; the old ones are as they were when it was made.
create table price_change_line (
  change_id uuid not null references price_change (id) on delete cascade,
  test_id bigint not null references test (id),
  price_kobo bigint check (price_kobo >= 100),
  active boolean,
  turnaround_hours integer check (turnaround_hours between 1 and 2000),
  at_home boolean,
  old_price_kobo bigint,
  old_active boolean,
  old_turnaround_hours integer,
  old_at_home boolean,
  primary key (change_id, test_id)
);

-- Every change that was made to an offer; of a new one the old ones are null.
create table price_history (
  id bigint generated always as identity primary key,
  lab_id bigint not null references lab (id),
  test_id bigint not null references test (id),
  -- Null where it came from the command line.
  change_id uuid references price_change (id),
  account_id bigint references account (id),
  at timestamptz not null,
  old_price_kobo bigint,
  price_kobo bigint not null,
  old_active boolean,
  active boolean not null,
  -- The lab's own promise; null where it gives none.
  old_turnaround_hours integer,
  turnaround_hours integer,
  old_at_home boolean,
  at_home boolean not null
);
create index price_history_offer on price_history (lab_id, test_id, id desc);
create index price_history_change on price_history (change_id);
create trigger price_history_is_history before update or delete on price_history
  for each row execute function forbid_change();

-- A change that somebody has decided for is history: it is only made or taken back, once, and its lines stay.
create function keep_price_change() returns trigger language plpgsql as $$
begin
  if old.confirmed_at is null then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' or old.applied_at is not null or old.withdrawn_at is not null
    or to_jsonb(new) - array['applied_at', 'withdrawn_at', 'withdrawn_by']
      <> to_jsonb(old) - array['applied_at', 'withdrawn_at', 'withdrawn_by'] then
    raise exception 'a confirmed price_change is append-only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger price_change_is_history before update or delete on price_change
  for each row execute function keep_price_change();

create function keep_price_change_line() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and exists (select from price_change where id = old.change_id and confirmed_at is not null)
    or tg_op <> 'DELETE' and exists (select from price_change where id = new.change_id and confirmed_at is not null) then
    raise exception 'the lines of a confirmed price_change are append-only' using errcode = 'restrict_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger price_change_line_is_history before insert or update or delete on price_change_line
  for each row execute function keep_price_change_line();
