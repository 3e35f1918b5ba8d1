-- The practising licence of a doctor as they sent it and as an operator judged it. `accepted` verifies the doctor.
create table doctor_licence (
  -- Made in the browser, so that the same sending is one licence however often it arrives.
  id uuid primary key,
  account_id bigint not null references account (id),
  -- The name of the account when it was sent: the operator compares it with the document, and patients read it.
  name text not null,
  -- In the register of the Medical and Dental Council of Nigeria.
  folio_number text not null check (folio_number ~ '^[A-Z0-9][A-Z0-9/ -]{1,18}[A-Z0-9]$'),
  practising_year smallint not null check (practising_year between 2020 and 2100),
  -- Deleted a while after the last decision; its hash stays.
  document bytea,
  document_type text not null check (document_type in ('application/pdf', 'image/jpeg')),
  document_hash bytea not null check (octet_length(document_hash) = 32),
  state text not null default 'submitted' check (state in
    ('submitted', 'asked', 'accepted', 'refused', 'suspended', 'expired', 'replaced', 'withdrawn')),
  -- What the operator asks, or why the licence was refused or suspended; the doctor reads it.
  note text check (length(note) between 1 and 500),
  submitted_at timestamptz not null,
  decided_at timestamptz,
  -- How many reminders to renew it were sent.
  reminders smallint not null default 0 check (reminders between 0 and 2),
  check (document is not null or state not in ('submitted', 'asked'))
);
create unique index doctor_licence_waiting on doctor_licence (account_id) where state in ('submitted', 'asked');
create unique index doctor_licence_in_force on doctor_licence (account_id) where state in ('accepted', 'suspended');
create unique index doctor_licence_folio on doctor_licence (folio_number) where state in ('accepted', 'suspended');
create index doctor_licence_account on doctor_licence (account_id, submitted_at desc);
create index doctor_licence_queue on doctor_licence (state, submitted_at);

create table doctor_licence_event (
  id bigint generated always as identity primary key,
  licence_id uuid not null references doctor_licence (id),
  verb text not null,
  from_state text not null,
  to_state text not null,
  actor text not null check (actor in ('doctor', 'operator', 'system')),
  account_id bigint references account (id),
  reason text,
  at timestamptz not null
);
create index doctor_licence_event_licence on doctor_licence_event (licence_id, id);
create trigger doctor_licence_event_is_history before update or delete on doctor_licence_event
  for each row execute function forbid_change();
create trigger doctor_licence_event_is_kept before truncate on doctor_licence_event
  for each statement execute function forbid_change();

-- The doctors whose licence an operator has accepted.
create view verified_doctor as select account_id, name from doctor_licence where state = 'accepted';

-- A suspended doctor reads nothing any more.
alter table reading_consent drop constraint reading_consent_ended_check;
alter table reading_consent add constraint reading_consent_ended_check
  check (ended in ('withdrawn', 'replaced', 'account_deleted', 'person_unclear', 'doctor_suspended'));

-- The SHA-256 of what Paystack calls the signature of a card: the same card has the same. A doctor earns nothing by their own.
alter table payment add column card_hash bytea check (octet_length(card_hash) = 32);
create index payment_card on payment (card_hash) where card_hash is not null;

-- What a doctor earns is limited by day.
create index lab_order_earning on lab_order (account_id, created_at) where doctor_share_kobo > 0;
