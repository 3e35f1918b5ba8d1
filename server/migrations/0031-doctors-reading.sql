-- What a patient lets the doctor who books for them read: each row is one answer, kept with how it ended.
create table reading_consent (
  id uuid primary key,
  -- The patient is whoever holds the email that the doctor's orders name, here in small letters.
  patient_email text not null check (patient_email <> '' and patient_email = lower(patient_email)),
  doctor_id bigint not null references account (id),
  -- The patient's account; none where the answer came by the link in a mail to them.
  account_id bigint references account (id),
  -- Whether it covers the tests that are specially protected too.
  sensitive boolean not null,
  -- Of the words that were agreed to.
  words_version text not null check (words_version <> ''),
  given_at timestamptz not null,
  expires_at timestamptz not null,
  -- A new answer takes the place of the one before.
  ended text check (ended in ('withdrawn', 'replaced', 'account_deleted')),
  ended_at timestamptz,
  check (account_id <> doctor_id),
  check (expires_at > given_at and expires_at <= given_at + interval '366 days'),
  check ((ended is null) = (ended_at is null)),
  check (ended_at >= given_at)
);
create unique index reading_consent_in_force on reading_consent (patient_email, doctor_id) where ended is null;
create index reading_consent_doctor on reading_consent (doctor_id, patient_email);
create index reading_consent_account on reading_consent (account_id) where ended is null;

create function begin_reading_consent() returns trigger language plpgsql as $$
begin
  if new.ended is not null then
    raise exception 'a consent begins in force' using errcode = 'restrict_violation';
  end if;
  if not exists (select from account where id = new.doctor_id and type = 'doctor' and lower(email) <> new.patient_email) then
    raise exception 'a consent lets a doctor read who is somebody else' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger reading_consent_begins before insert on reading_consent
  for each row execute function begin_reading_consent();

create function keep_reading_consent() returns trigger language plpgsql as $$
begin
  if old.ended is not null or new.ended is null
      or (old.id, old.patient_email, old.doctor_id, old.account_id, old.sensitive, old.words_version, old.given_at, old.expires_at)
        is distinct from
        (new.id, new.patient_email, new.doctor_id, new.account_id, new.sensitive, new.words_version, new.given_at, new.expires_at)
  then
    raise exception 'a consent stays as it was given, and ends once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger reading_consent_stays before update on reading_consent
  for each row execute function keep_reading_consent();
create trigger reading_consent_is_history before delete on reading_consent
  for each row execute function forbid_change();
create trigger reading_consent_is_kept before truncate on reading_consent
  for each statement execute function forbid_change();

-- For a patient who looks which doctors have booked for them.
create index lab_order_patient on lab_order (lower(patient_email)) where paid_at is not null;

-- A doctor asks a patient once more, once for an order.
create table reading_reminder (
  order_id bigint primary key references lab_order (id),
  at timestamptz not null
);
create trigger reading_reminder_is_history before update or delete on reading_reminder
  for each row execute function forbid_change();
create trigger reading_reminder_is_kept before truncate on reading_reminder
  for each statement execute function forbid_change();

-- A doctor reads too, each time by a consent.
alter table result_opened drop constraint result_opened_reader_check;
alter table result_opened add constraint result_opened_reader_check check (reader in ('patient', 'lab', 'doctor'));
alter table result_opened add column consent_id uuid references reading_consent (id);
alter table result_opened add constraint result_opened_consent_check check ((reader = 'doctor') = (consent_id is not null));
create index result_opened_consent on result_opened (consent_id, at) where consent_id is not null;

-- The reading is written down before anything is shown, so nothing is shown that was not agreed to. Whoever withdraws
-- waits for whoever reads, and whoever reads after that is refused.
create function check_doctor_reading() returns trigger language plpgsql as $$
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
      or not consent.sensitive and exists (select from report join sensitive_test using (test_id)
        where report.id = new.report_id)
  then
    raise exception 'a doctor reads what the patient agrees to' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger result_opened_is_agreed_to before insert on result_opened
  for each row execute function check_doctor_reading();

-- A doctor says that they have seen to a result, in the version that they read.
create table result_acknowledged (
  report_id uuid not null,
  number smallint not null,
  account_id bigint not null references account (id),
  at timestamptz not null,
  primary key (report_id, number, account_id),
  foreign key (report_id, number) references report_version (report_id, number)
);
create index result_acknowledged_at on result_acknowledged using brin (at);
create function check_acknowledged() returns trigger language plpgsql as $$
begin
  if not exists (select from result_opened where report_id = new.report_id and number = new.number
      and account_id = new.account_id and reader = 'doctor') then
    raise exception 'what is acknowledged was read' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger result_acknowledged_was_read before insert on result_acknowledged
  for each row execute function check_acknowledged();
create trigger result_acknowledged_is_history before update or delete on result_acknowledged
  for each row execute function forbid_change();
create trigger result_acknowledged_is_kept before truncate on result_acknowledged
  for each statement execute function forbid_change();

-- A critical result that its doctor has not acknowledged is told of once.
create table result_reminded (
  report_id uuid not null,
  number smallint not null,
  account_id bigint not null references account (id),
  at timestamptz not null,
  primary key (report_id, number, account_id),
  foreign key (report_id, number) references report_version (report_id, number)
);
-- For whoever looks every few minutes for critical results that nobody has seen to.
create index report_version_released on report_version (released_at) where state = 'released';

-- Tests that a doctor orders together, by their place in the catalogue and not at any one lab.
create table order_set (
  id uuid primary key default gen_random_uuid(),
  account_id bigint not null references account (id),
  name text not null check (name <> '' and length(name) <= 60),
  changed_at timestamptz not null
);
create unique index order_set_name on order_set (account_id, fold(name));
create table order_set_test (
  set_id uuid not null references order_set (id) on delete cascade,
  position smallint not null check (position > 0),
  test_id bigint not null references test (id),
  primary key (set_id, position),
  unique (set_id, test_id)
);
