-- A PDF of the lab's own, as it came and for good. It is kept once for each report, by its SHA-256.
create table report_file (
  report_id uuid not null references report (id),
  hash bytea not null,
  file bytea not null,
  -- As HL7 FHIR wants a file's hash.
  sha1 bytea not null check (octet_length(sha1) = 20),
  size integer not null,
  pages smallint not null check (pages between 1 and 100),
  primary key (report_id, hash),
  check (hash = sha256(file)),
  check (size = octet_length(file) and size between 1 and 5242880),
  check (substring(file from 1 for 5) = '%PDF-'::bytea)
);
-- It is read in pieces, and is packed already.
alter table report_file alter column file set storage external;
create trigger report_file_is_history before update on report_file
  for each row execute function forbid_change();
create trigger report_file_is_kept before truncate on report_file
  for each statement execute function forbid_change();

-- Which version of a report it belongs to, beside the values or in their place. What is attached is frozen as values are,
-- and whoever attached it is an author of the version.
create table report_attachment (
  report_id uuid not null,
  number smallint not null,
  hash bytea not null,
  entered_by bigint not null references account (id),
  primary key (report_id, number),
  foreign key (report_id, number) references report_version (report_id, number),
  foreign key (report_id, hash) references report_file (report_id, hash)
);
create index report_attachment_file on report_attachment (report_id, hash);
create trigger report_attachment_is_verified before insert or update or delete on report_attachment
  for each row execute function keep_verified_values();
create trigger report_attachment_has_author after insert or update on report_attachment
  for each row execute function note_author();
create trigger report_attachment_is_kept before truncate on report_attachment
  for each statement execute function forbid_change();

-- A PDF that is on its way, in pieces. They are gone once it is attached, or a day later.
create table report_upload (
  report_id uuid not null references report (id),
  account_id bigint not null references account (id),
  hash bytea not null check (octet_length(hash) = 32),
  piece smallint not null check (piece between 0 and 26),
  bytes bytea not null check (octet_length(bytes) between 1 and 196608),
  at timestamptz not null,
  primary key (report_id, account_id, hash, piece)
);
create index report_upload_at on report_upload (at);

-- What a lab has taken back after its release.
alter table report_version
  drop constraint report_version_state_check,
  add constraint report_version_state_check
    check (state in ('draft', 'verified', 'released', 'corrected', 'withdrawn')),
  add column withdrawn_by bigint references account (id),
  add column withdrawn_at timestamptz,
  add column withdrawn_because text
    check (withdrawn_because in ('wrong_patient', 'unfit_sample', 'wrong_measurement', 'other')),
  -- For the lab alone.
  add column withdrawn_note text check (char_length(withdrawn_note) between 3 and 300),
  add constraint report_version_withdrawn check (num_nonnulls(withdrawn_by, withdrawn_at, withdrawn_because, withdrawn_note)
    = case state when 'withdrawn' then 4 else 0 end);

create or replace function begin_report_version() returns trigger language plpgsql as $$
begin
  if new.state <> 'draft' then
    raise exception 'a report begins as a draft' using errcode = 'restrict_violation';
  end if;
  if new.number > 1 and not exists (select from report_version before where before.report_id = new.report_id
      and before.number = new.number - 1 and before.state in ('released', 'withdrawn')) then
    raise exception 'only a released report is corrected' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace function move_report_version() returns trigger language plpgsql as $$
begin
  if (old.report_id, old.number, old.correction) is distinct from (new.report_id, new.number, new.correction) then
    raise exception 'a version stays the version it is' using errcode = 'restrict_violation';
  end if;
  if old.state in ('released', 'corrected', 'withdrawn')
      and not (old.state = 'released' and new.state in ('corrected', 'withdrawn')
      and (old.entered_by, old.entered_at, old.verified_by, old.verified_at, old.released_by, old.released_at, old.counselled_by)
        is not distinct from
        (new.entered_by, new.entered_at, new.verified_by, new.verified_at, new.released_by, new.released_at, new.counselled_by))
  then
    raise exception 'a released report does not change' using errcode = 'restrict_violation';
  end if;
  if (old.state, new.state) not in (('draft', 'draft'), ('draft', 'verified'), ('verified', 'draft'),
      ('verified', 'released'), ('released', 'corrected'), ('released', 'withdrawn')) then
    raise exception 'a report does not go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  if old.state = 'verified' and new.state = 'released' and
      (old.entered_by, old.entered_at, old.verified_by, old.verified_at)
        is distinct from (new.entered_by, new.entered_at, new.verified_by, new.verified_at) then
    raise exception 'what was verified is what is released' using errcode = 'restrict_violation';
  end if;
  if new.state in ('verified', 'released')
      and not exists (select from result_value where report_id = new.report_id and number = new.number)
      and not exists (select from report_attachment where report_id = new.report_id and number = new.number) then
    raise exception 'a report without a value or a PDF is not verified' using errcode = 'restrict_violation';
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

-- What is withdrawn was out: its sample stays as it was received.
create or replace function keep_reported_specimen() returns trigger language plpgsql as $$
begin
  if exists (select from specimen_test served
      join report on report.order_id = served.order_id and report.position = served.position
        and report.test_id = served.test_id
      join report_version version on version.report_id = report.id
        and version.state in ('released', 'corrected', 'withdrawn')
      where served.specimen_id = new.id) then
    raise exception 'a sample whose result is out is not rejected' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- One more word in two lists, which are otherwise left as they are.
do $$
declare
  list record;
begin
  for list in
    select c.conrelid::regclass as of, c.conname as name, pg_get_constraintdef(c.oid) as was, word.added
    from pg_constraint c join (values ('audit_entry', 'audit_entry_what_check', 'report_withdrawn'),
      ('money_case', 'money_case_kind_check', 'result_withdrawn')) as word (of, name, added)
      on c.conrelid = word.of::regclass and c.conname = word.name
  loop
    execute format('alter table %s drop constraint %I', list.of, list.name);
    execute format('alter table %s add constraint %I %s', list.of, list.name,
      replace(list.was, '])', format(', %L::text])', list.added)));
  end loop;
end $$;
