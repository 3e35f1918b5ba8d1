-- What a patient says of an order that was booked without a date of birth: asked once, before they see anything of it.
create table stated_birth_date (
  order_id bigint primary key references lab_order (id),
  born_on date not null check (born_on >= '1900-01-01'),
  account_id bigint not null references account (id),
  at timestamptz not null
);
create function check_stated_birth_date() returns trigger language plpgsql as $$
begin
  if exists (select from lab_order where id = new.order_id and patient_born_on is not null) then
    raise exception 'an order that has a date of birth is given no other' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger stated_birth_date_is_missing before insert on stated_birth_date
  for each row execute function check_stated_birth_date();
create trigger stated_birth_date_is_history before update or delete on stated_birth_date
  for each row execute function forbid_change();
create trigger stated_birth_date_is_kept before truncate on stated_birth_date
  for each statement execute function forbid_change();

-- Whom an order is about. Two orders are about one person where this is the same: name, sex, date of birth, and the email
-- by which the patient was asked. An order without a date of birth is about nobody else, until its patient has said it.
create function person_of(placed lab_order) returns text language sql stable as $$
  select case when born_on is null then jsonb_build_array(placed.id)
    else jsonb_build_array(fold(placed.patient_name), placed.patient_gender, born_on, lower(placed.patient_email::text)) end::text
  from (select coalesce(placed.patient_born_on,
    (select stated.born_on from stated_birth_date stated where stated.order_id = placed.id)) as born_on) as known
$$;

-- Who has shown to be the patient of an order. A phone alone, which a family may share, shows it of nobody.
create view proven_patient as
  select proof.order_id, proof.account_id, proof.at
  from patient_proof proof join lab_order placed on placed.id = proof.order_id
  where placed.patient_born_on is not null or exists (select from stated_birth_date stated where stated.order_id = placed.id);

-- A consent is a person's, not a mailbox's. Only those that ended before this have none.
alter table reading_consent add column person text;
alter table reading_consent drop constraint reading_consent_ended_check;
alter table reading_consent add constraint reading_consent_ended_check
  check (ended in ('withdrawn', 'replaced', 'account_deleted', 'person_unclear'));

alter table reading_consent disable trigger reading_consent_stays;
-- Kept where all that the doctor has booked with that email is about one person.
update reading_consent consent set person = booked.person
from (select open.id, min(person_of(placed)) as person
  from reading_consent open join lab_order placed on placed.account_id = open.doctor_id
    and lower(placed.patient_email) = open.patient_email and placed.paid_at is not null
  where open.ended is null group by open.id
  having bool_and(placed.patient_born_on is not null) and count(distinct person_of(placed)) = 1) as booked
where booked.id = consent.id;
-- Everybody else is asked again. No consent ends before what was read by it.
create temp table unclear on commit drop as
  select id, doctor_id, patient_email, expires_at from reading_consent where ended is null and person is null;
update reading_consent consent set ended = 'person_unclear', ended_at = greatest(now(), given_at,
    (select max(opened.at) from result_opened opened where opened.consent_id = consent.id),
    (select max(noted.noted_at) from doctor_counselling noted where noted.consent_id = consent.id))
where id in (select id from unclear);
alter table reading_consent enable trigger reading_consent_stays;

-- By the newest order of each person. Before the worker was there for the first time, nobody has agreed to anything.
do $$ begin
  if to_regnamespace('graphile_worker') is not null then
    execute $ask$
      select graphile_worker.add_job('mail-consent',
        json_build_object('orderId', newest.id, 'noticeKey', 'consent-of-person:' || newest.id))
      from (select max(placed.id) as id from unclear join lab_order placed on placed.account_id = unclear.doctor_id
          and lower(placed.patient_email) = unclear.patient_email and placed.paid_at is not null
        where unclear.expires_at > now() group by unclear.id, person_of(placed)) as newest $ask$;
  end if;
end $$;

alter table reading_consent add constraint reading_consent_of_a_person check (person is not null or ended is not null);
drop index reading_consent_in_force;
create unique index reading_consent_in_force on reading_consent (doctor_id, person) where ended is null;
create index reading_consent_person on reading_consent (doctor_id, person, given_at desc);

create or replace function keep_reading_consent() returns trigger language plpgsql as $$
begin
  if old.ended is not null or new.ended is null
      or (old.id, old.person, old.patient_email, old.doctor_id, old.account_id, old.sensitive, old.words_version, old.given_at, old.expires_at)
        is distinct from
        (new.id, new.person, new.patient_email, new.doctor_id, new.account_id, new.sensitive, new.words_version, new.given_at, new.expires_at)
  then
    raise exception 'a consent stays as it was given, and ends once' using errcode = 'restrict_violation';
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
      or not exists (select from report join lab_order placed on placed.id = report.order_id where report.id = new.report_id
        and placed.account_id = consent.doctor_id and person_of(placed) = consent.person)
      or not consent.sensitive and exists (select from sensitive_report where report_id = new.report_id)
  then
    raise exception 'a doctor reads what the patient agrees to' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace function check_doctor_counselling() returns trigger language plpgsql as $$
declare
  consent reading_consent;
  last record;
begin
  perform from lab_order where id = new.order_id for share;
  select * into consent from reading_consent where id = new.consent_id for share;
  if consent.ended is not null or not consent.sensitive or consent.doctor_id <> new.noted_by
      or new.noted_at < consent.given_at or new.noted_at >= consent.expires_at
      or not exists (select from lab_order placed where placed.id = new.order_id and placed.account_id = new.noted_by
        and placed.paid_at is not null and person_of(placed) = consent.person)
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
