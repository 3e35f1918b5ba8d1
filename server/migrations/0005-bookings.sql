-- How an order's money is shared, from a day on. Never changed: a new rate is a new row.
create table rate (
  id bigint generated always as identity primary key,
  effective_from timestamptz not null unique,
  lab_bps integer not null check (lab_bps between 0 and 10000),
  doctor_policy text not null check (doctor_policy in ('percentage', 'flat', 'off')),
  doctor_bps integer not null check (doctor_bps >= 0 and lab_bps + doctor_bps <= 10000),
  doctor_flat_kobo bigint not null default 0 check (doctor_flat_kobo >= 0),
  phlebotomist_bps integer not null check (phlebotomist_bps between 0 and 10000)
);
create trigger rate_is_history before update or delete on rate for each row execute function forbid_change();

-- The owner's default split: lab 85 %, Labalaba 15 %, of which 5 points to the doctor who booked;
-- of the collection fee, 80 % to the phlebotomist.
insert into rate (effective_from, lab_bps, doctor_policy, doctor_bps, phlebotomist_bps)
  values ('2026-01-01T00:00:00Z', 8500, 'percentage', 500, 8000);

create table lab_order (
  id bigint generated always as identity primary key,
  reference text not null unique,
  account_id bigint not null references account (id),
  -- The caller's token for this booking, and what was asked with it.
  client_reference text not null,
  request_hash bytea not null,
  state text not null default 'awaiting_payment' check (state in
    ('awaiting_payment', 'scheduled', 'sample_collected', 'lab_processing', 'results_ready', 'cancelled', 'expired')),
  lab_id bigint not null references lab (id),
  location_id bigint not null references lab_location (id),
  -- As they were called when the order was placed.
  lab_slug text not null,
  lab_name text not null,
  location_name text not null,
  location_address text not null,
  mode text not null check (mode in ('walkin', 'sampleCollection')),
  patient_name text not null,
  patient_email citext not null,
  patient_phone text not null check (patient_phone ~ '^234[0-9]{10}$'),
  patient_gender text not null check (patient_gender in ('Male', 'Female')),
  patient_born_on date,
  collection_address text,
  collection_landmark text,
  collection_on date,
  collection_time text check (collection_time ~ '^[0-2][0-9]:[0-5][0-9]$'),
  show_tests boolean not null default false,
  test_count smallint not null check (test_count > 0),
  sub_total_kobo bigint not null check (sub_total_kobo > 0),
  collection_fee_kobo bigint not null check (collection_fee_kobo >= 0),
  total_kobo bigint not null check (total_kobo = sub_total_kobo + collection_fee_kobo),
  -- The split, frozen when the order was placed.
  rate_id bigint not null references rate (id),
  lab_share_kobo bigint not null check (lab_share_kobo >= 0),
  doctor_share_kobo bigint not null check (doctor_share_kobo >= 0),
  phlebotomist_share_kobo bigint not null check (phlebotomist_share_kobo >= 0),
  platform_share_kobo bigint not null check (platform_share_kobo >= 0),
  demo boolean not null default false,
  created_at timestamptz not null,
  paid_at timestamptz,
  expires_at timestamptz not null,
  unique (account_id, client_reference),
  check (lab_share_kobo + doctor_share_kobo + phlebotomist_share_kobo + platform_share_kobo = total_kobo),
  check ((mode = 'sampleCollection') =
    (collection_address is not null and collection_on is not null and collection_time is not null)),
  check (mode = 'sampleCollection' or collection_fee_kobo = 0),
  check (paid_at is not null or state in ('awaiting_payment', 'cancelled', 'expired'))
);
create index lab_order_account on lab_order (account_id, id desc);
create index lab_order_unpaid on lab_order (expires_at) where state = 'awaiting_payment';

create table lab_order_line (
  order_id bigint not null references lab_order (id),
  position smallint not null,
  test_id bigint not null references test (id),
  name text not null,
  price_kobo bigint not null check (price_kobo >= 100),
  fasting_hours smallint not null,
  preparation text not null,
  specimen text not null,
  turnaround_hours integer not null,
  primary key (order_id, position),
  unique (order_id, test_id)
);
create trigger lab_order_line_is_frozen before update or delete on lab_order_line
  for each row execute function forbid_change();

-- What was agreed does not change afterwards.
create function keep_order_terms() returns trigger language plpgsql as $$
begin
  if (old.reference, old.account_id, old.lab_id, old.location_id, old.mode, old.sub_total_kobo, old.collection_fee_kobo,
      old.total_kobo, old.rate_id, old.lab_share_kobo, old.doctor_share_kobo, old.phlebotomist_share_kobo,
      old.platform_share_kobo, old.created_at)
    is distinct from
     (new.reference, new.account_id, new.lab_id, new.location_id, new.mode, new.sub_total_kobo, new.collection_fee_kobo,
      new.total_kobo, new.rate_id, new.lab_share_kobo, new.doctor_share_kobo, new.phlebotomist_share_kobo,
      new.platform_share_kobo, new.created_at)
  then raise exception 'the terms of an order are frozen' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger lab_order_terms before update on lab_order for each row execute function keep_order_terms();

create table lab_order_event (
  id bigint generated always as identity primary key,
  order_id bigint not null references lab_order (id),
  verb text not null,
  from_state text not null,
  to_state text not null,
  actor text not null,
  reason text,
  at timestamptz not null
);
create index lab_order_event_order on lab_order_event (order_id, id);
create trigger lab_order_event_is_history before update or delete on lab_order_event
  for each row execute function forbid_change();
