-- Why a test's result is given only with somebody to talk to; null where it is not. It stands with the test, as its other
-- facts do. Once said it stays, with until when it held: what was booked before that moment is given so still.
alter table test
  add column sensitive text check (char_length(sensitive) between 1 and 80),
  add column sensitive_until timestamptz,
  -- What an operator has said of a test, a later catalogue of ours does not replace.
  add column sensitive_by_operator boolean not null default false,
  add column analytes_by_operator boolean not null default false,
  add constraint test_sensitive_alone check (sensitive is null or kind = 'test'),
  add constraint test_sensitive_ended check (sensitive_until is null or sensitive is not null);
update test set sensitive = because from sensitive_test where test_id = test.id;

create function keep_sensitive() returns trigger language plpgsql as $$
begin
  if old.sensitive is not null and new.sensitive is null then
    raise exception 'what was sensitive is so until a moment, and is not forgotten' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger test_stays_sensitive before update of sensitive on test
  for each row execute function keep_sensitive();

-- The reports that are given only with somebody to talk to: of tests that are sensitive now, or were since the order was
-- placed.
create view sensitive_report as
  select report.id as report_id, test.sensitive as because
  from report join lab_order placed on placed.id = report.order_id join test on test.id = report.test_id
  where test.sensitive is not null
    and (test.sensitive_until is null or test.sensitive_until > placed.created_at);

-- A doctor who booked has talked with the patient about what a sensitive test may find, before it is out: who, when, and what
-- was said. `number` is of the version that goes out with it; there may be no report yet.
create table doctor_counselling (
  order_id bigint not null,
  position smallint not null,
  test_id bigint not null references test (id),
  number smallint not null check (number > 0),
  noted_by bigint not null references account (id),
  consent_id uuid not null references reading_consent (id),
  noted_at timestamptz not null,
  note text not null check (char_length(note) between 3 and 300),
  primary key (order_id, position, test_id, number),
  foreign key (order_id, position) references lab_order_line (order_id, position)
);
create index doctor_counselling_consent on doctor_counselling (consent_id);
create trigger doctor_counselling_is_history before update or delete on doctor_counselling
  for each row execute function forbid_change();
create trigger doctor_counselling_is_kept before truncate on doctor_counselling
  for each statement execute function forbid_change();
create trigger counselling_is_kept before truncate on counselling
  for each statement execute function forbid_change();

-- Whoever releases or withdraws holds the order, so that this waits for them; so does whoever takes the consent back.
create function check_doctor_counselling() returns trigger language plpgsql as $$
declare
  consent reading_consent;
  last record;
begin
  perform from lab_order where id = new.order_id for share;
  select * into consent from reading_consent where id = new.consent_id for share;
  if consent.ended is not null or not consent.sensitive or consent.doctor_id <> new.noted_by
      or new.noted_at < consent.given_at or new.noted_at >= consent.expires_at
      or not exists (select from lab_order where id = new.order_id and account_id = new.noted_by and paid_at is not null
        and lower(patient_email) = consent.patient_email)
  then
    raise exception 'a doctor talks with a patient who agrees' using errcode = 'restrict_violation';
  end if;
  select version.number, version.state into last from report join report_version version on version.report_id = report.id
    where (report.order_id, report.position, report.test_id) = (new.order_id, new.position, new.test_id)
      and version.state in ('released', 'corrected', 'withdrawn')
    order by version.number desc limit 1;
  if new.number <> coalesce(last.number, 0) + 1 or last.state in ('released', 'corrected') then
    raise exception 'counselling is noted before the result is out' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger doctor_counselling_comes_before before insert on doctor_counselling
  for each row execute function check_doctor_counselling();

-- What is sensitive is now read from the test and from when its order was placed; a doctor's own note does as well as one
-- of the lab.
create or replace function require_counselling() returns trigger language plpgsql as $$
begin
  if old.state = 'verified' and new.state = 'released'
      and exists (select from sensitive_report where report_id = new.report_id)
      and not exists (select from counselling where report_id = new.report_id and number = new.number
        and talks = new.counselled_by)
      and not (new.counselled_by = 'doctor' and exists (select from report join doctor_counselling noted
        on (noted.order_id, noted.position, noted.test_id) = (report.order_id, report.position, report.test_id)
        where report.id = new.report_id and noted.number = new.number)) then
    raise exception 'a sensitive result is released with a note of counselling' using errcode = 'restrict_violation';
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
    if new.counselled_by is null and exists (select from sensitive_report
        where report_id = new.report_id) then
      raise exception 'a sensitive result is released with counselling' using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;

create or replace function check_doctor_reading() returns trigger language plpgsql as $$
declare
  consent reading_consent;
begin
  if new.reader <> 'doctor' then
    return new;
  end if;
  select * into consent from reading_consent where id = new.consent_id for share;
  if consent.ended is not null or consent.doctor_id <> new.account_id
      or new.at < consent.given_at or new.at >= consent.expires_at
      or not exists (select from report join lab_order on lab_order.id = report.order_id where report.id = new.report_id
        and lab_order.account_id = consent.doctor_id and lower(lab_order.patient_email) = consent.patient_email)
      or not consent.sensitive and exists (select from sensitive_report where report_id = new.report_id)
  then
    raise exception 'a doctor reads what the patient agrees to' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

drop table sensitive_test;

-- Two more words of who saw or changed what.
alter table audit_entry drop constraint audit_entry_what_check;
alter table audit_entry add constraint audit_entry_what_check check (what in ('order_seen', 'results_seen', 'visit_seen',
  'checked_in', 'sample_handled', 'values_entered', 'correction_begun', 'report_read', 'report_saved', 'report_verified',
  'report_sent_back', 'report_released', 'report_corrected', 'report_acknowledged', 'report_withdrawn', 'share_made',
  'share_opened', 'share_revoked',
  'patient_proven', 'patient_refused', 'labels_printed', 'visit_moved', 'worklist_searched', 'counselling_noted'));
