-- What a test is read as, one line of its report each. A lab's own intervals may differ; these are where entry begins.
create table analyte (
  id bigint generated always as identity primary key,
  test_id bigint not null references test (id),
  position smallint not null check (position > 0),
  name text not null,
  loinc text,
  kind text not null check (kind in ('quantity', 'choice', 'text')),
  ucum text,
  unit text,
  choices text[] not null default '{}',
  -- Choices that need nobody's attention. Without any, no choice is marked.
  expected text[] not null default '{}',
  male_low numeric,
  male_high numeric,
  female_low numeric,
  female_high numeric,
  critical_low numeric,
  critical_high numeric,
  -- No source was read again for the interval: the lab is told so.
  to_be_confirmed boolean not null,
  active boolean not null default true,
  unique (test_id, position),
  check ((kind = 'choice') = (cardinality(choices) > 0)),
  check (expected <@ choices),
  check (male_low <= male_high and female_low <= female_high)
);

-- Tests whose result is given only with somebody at hand to talk about it.
create table sensitive_test (
  test_id bigint primary key references test (id),
  because text not null
);

-- One for each test of an order; a package has one for each of its tests.
create table report (
  id uuid primary key default gen_random_uuid(),
  order_id bigint not null,
  position smallint not null,
  test_id bigint not null references test (id),
  -- As it was called when the report was begun.
  test_name text not null,
  foreign key (order_id, position) references lab_order_line (order_id, position),
  unique (order_id, position, test_id)
);

-- A report as it was entered, verified and released. What was released stays as it was; a correction is the next version.
create table report_version (
  report_id uuid not null references report (id),
  number smallint not null check (number > 0),
  state text not null default 'draft' check (state in ('draft', 'verified', 'released', 'corrected')),
  entered_by bigint not null references account (id),
  entered_at timestamptz not null,
  verified_by bigint references account (id),
  verified_at timestamptz,
  released_by bigint references account (id),
  released_at timestamptz,
  -- Who talks to the patient about it; of a sensitive test somebody must.
  counselled_by text check (counselled_by in ('lab', 'doctor')),
  -- Why there is a version after the first.
  correction text,
  primary key (report_id, number),
  check (verified_by <> entered_by),
  check ((verified_by is null) = (state = 'draft')),
  check ((verified_by is null) = (verified_at is null)),
  check ((released_by is null) = (state in ('draft', 'verified'))),
  check ((released_by is null) = (released_at is null)),
  check ((correction is null) = (number = 1))
);
create unique index report_version_in_force on report_version (report_id) where state = 'released';
create unique index report_version_open on report_version (report_id) where state in ('draft', 'verified');

-- A value, with the unit, interval and limits that it was read by.
create table result_value (
  report_id uuid not null,
  number smallint not null,
  position smallint not null,
  analyte_id bigint not null references analyte (id),
  name text not null,
  kind text not null check (kind in ('quantity', 'choice', 'text')),
  -- As it was typed; a quantity may begin with < or >.
  value text not null check (value <> ''),
  amount numeric,
  ucum text,
  unit text,
  low numeric,
  high numeric,
  critical_low numeric,
  critical_high numeric,
  -- Null where there is nothing to measure it by.
  flag text check (flag in ('normal', 'low', 'high', 'critical_low', 'critical_high', 'abnormal')),
  primary key (report_id, number, position),
  foreign key (report_id, number) references report_version (report_id, number),
  check ((kind = 'quantity') = (amount is not null))
);

-- The PDF that was released, once and for all: what is checked is what was given.
create table report_sheet (
  report_id uuid not null,
  number smallint not null,
  file bytea not null,
  file_hash bytea not null check (file_hash = sha256(file)),
  -- Of the code on it, which is derived from the report with the platform's key.
  code_hash bytea not null unique check (octet_length(code_hash) = 32),
  primary key (report_id, number),
  foreign key (report_id, number) references report_version (report_id, number)
);
create trigger report_sheet_is_history before update or delete on report_sheet
  for each row execute function forbid_change();

create table report_event (
  id bigint generated always as identity primary key,
  report_id uuid not null,
  number smallint not null,
  verb text not null,
  from_state text not null,
  to_state text not null,
  actor text not null,
  account_id bigint not null references account (id),
  reason text,
  at timestamptz not null,
  foreign key (report_id, number) references report_version (report_id, number)
);
create index report_event_report on report_event (report_id, number, id);
create trigger report_event_is_history before update or delete on report_event
  for each row execute function forbid_change();

-- Who has read which version, and when: on the screen, or as the PDF.
create table result_opened (
  id bigint generated always as identity primary key,
  report_id uuid not null,
  number smallint not null,
  account_id bigint not null references account (id),
  reader text not null check (reader in ('patient', 'lab')),
  way text not null check (way in ('screen', 'file')),
  at timestamptz not null,
  foreign key (report_id, number) references report_version (report_id, number)
);
create index result_opened_report on result_opened (report_id, number);
create trigger result_opened_is_history before update or delete on result_opened
  for each row execute function forbid_change();

-- Values are written while their version is a draft. The lock makes whoever writes wait for whoever verifies.
create function keep_verified_values() returns trigger language plpgsql as $$
declare
  seen text;
begin
  if tg_op <> 'INSERT' then
    select state into seen from report_version where report_id = old.report_id and number = old.number for share;
    if seen <> 'draft' then
      raise exception 'the values of a verified report are frozen' using errcode = 'restrict_violation';
    end if;
  end if;
  if tg_op <> 'DELETE' then
    select state into seen from report_version where report_id = new.report_id and number = new.number for share;
    if seen <> 'draft' then
      raise exception 'the values of a verified report are frozen' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  return old;
end $$;
create trigger result_value_is_verified before insert or update or delete on result_value
  for each row execute function keep_verified_values();

create function begin_report_version() returns trigger language plpgsql as $$
begin
  if new.state <> 'draft' then
    raise exception 'a report begins as a draft' using errcode = 'restrict_violation';
  end if;
  if new.number > 1 and not exists (select from report_version before where before.report_id = new.report_id
      and before.number = new.number - 1 and before.state = 'released') then
    raise exception 'only a released report is corrected' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger report_version_begins before insert on report_version
  for each row execute function begin_report_version();

create function move_report_version() returns trigger language plpgsql as $$
begin
  if (old.report_id, old.number, old.correction) is distinct from (new.report_id, new.number, new.correction) then
    raise exception 'a version stays the version it is' using errcode = 'restrict_violation';
  end if;
  if old.state in ('released', 'corrected') and not (old.state = 'released' and new.state = 'corrected'
      and (old.entered_by, old.entered_at, old.verified_by, old.verified_at, old.released_by, old.released_at, old.counselled_by)
        is not distinct from
        (new.entered_by, new.entered_at, new.verified_by, new.verified_at, new.released_by, new.released_at, new.counselled_by))
  then
    raise exception 'a released report does not change' using errcode = 'restrict_violation';
  end if;
  if (old.state, new.state) not in (('draft', 'draft'), ('draft', 'verified'), ('verified', 'draft'),
      ('verified', 'released'), ('released', 'corrected')) then
    raise exception 'a report does not go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  if old.state = 'verified' and new.state = 'released' and
      (old.entered_by, old.entered_at, old.verified_by, old.verified_at)
        is distinct from (new.entered_by, new.entered_at, new.verified_by, new.verified_at) then
    raise exception 'what was verified is what is released' using errcode = 'restrict_violation';
  end if;
  if new.state in ('verified', 'released') and not exists (select from result_value
      where report_id = new.report_id and number = new.number) then
    raise exception 'a report without a value is not verified' using errcode = 'restrict_violation';
  end if;
  if new.state = 'verified' and exists (select from report_event where report_id = new.report_id
      and number = new.number and verb = 'enter' and account_id = new.verified_by) then
    raise exception 'nobody verifies what they entered' using errcode = 'restrict_violation';
  end if;
  if new.state = 'released' then
    if not exists (select from report_sheet where report_id = new.report_id and number = new.number) then
      raise exception 'a report is released with its sheet' using errcode = 'restrict_violation';
    end if;
    if new.counselled_by is null and exists (select from report
        join sensitive_test using (test_id) where report.id = new.report_id) then
      raise exception 'a sensitive result is released with counselling' using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;
create trigger report_version_moves before update on report_version
  for each row execute function move_report_version();
create trigger report_version_stays before delete on report_version
  for each row execute function forbid_change();

-- When somebody last gave their password in this session, where it was not at its beginning.
alter table session add column confirmed_at timestamptz;
