-- Who of a lab or of the phlebotomists moved an order; null for everybody else.
alter table lab_order_event add column account_id bigint references account (id);

-- The worklist of a lab: its paid orders by state, the newest first.
create index lab_order_work on lab_order (lab_id, state, id desc) where paid_at is not null;

-- The last number that a lab gave to a specimen in a year.
create table accession_counter (
  lab_id bigint not null references lab (id),
  year smallint not null,
  last integer not null check (last > 0),
  primary key (lab_id, year)
);

-- What is taken of a patient for an order, in one container. Made when the patient is expected to give it.
create table specimen (
  id uuid primary key default gen_random_uuid(),
  order_id bigint not null references lab_order (id),
  -- The number on the label: year, lab in base 36, and the running number of that lab and year.
  accession text not null unique check (accession ~ '^[0-9]{2}[0-9A-Z]+-[0-9]{5,}$'),
  specimen text not null,
  container text not null,
  state text not null default 'expected' check (state in ('expected', 'collected', 'received', 'rejected')),
  -- The rejected one that this is taken again for.
  replaces uuid unique references specimen (id),
  expected_at timestamptz not null,
  collected_at timestamptz,
  collected_by bigint references account (id),
  received_at timestamptz,
  received_by bigint references account (id),
  rejected_at timestamptz,
  rejected_by bigint references account (id),
  rejected_reason text check (rejected_reason in ('haemolysed', 'clotted', 'insufficient_volume', 'wrong_container',
    'unlabelled', 'leaked', 'too_old', 'other')),
  -- In the lab's own words.
  rejected_note text,
  unique (id, order_id),
  check ((state = 'expected') = (collected_at is null)),
  check ((state = 'rejected') = (rejected_at is not null)),
  check (state <> 'received' or received_at is not null),
  check (collected_at is not null or received_at is null),
  check ((collected_at is null) = (collected_by is null)),
  check ((received_at is null) = (received_by is null)),
  check (num_nulls(rejected_at, rejected_by, rejected_reason) in (0, 3)),
  check (rejected_reason is distinct from 'other' or rejected_note is not null)
);
-- An order asks for the same once, however often it is checked in.
create unique index specimen_in_force on specimen (order_id, specimen, container) where state <> 'rejected';
create index specimen_order on specimen (order_id);

-- The tests that a specimen serves: which line of the order, and of a package which of its tests.
create table specimen_test (
  specimen_id uuid not null,
  order_id bigint not null,
  position smallint not null,
  test_id bigint not null references test (id),
  primary key (specimen_id, position, test_id),
  foreign key (specimen_id, order_id) references specimen (id, order_id),
  foreign key (order_id, position) references lab_order_line (order_id, position)
);
create index specimen_test_order on specimen_test (order_id);
create trigger specimen_test_is_frozen before update or delete on specimen_test
  for each row execute function forbid_change();

create table specimen_event (
  id bigint generated always as identity primary key,
  specimen_id uuid not null references specimen (id),
  verb text not null,
  from_state text not null,
  to_state text not null,
  actor text not null,
  account_id bigint references account (id),
  reason text,
  at timestamptz not null
);
create index specimen_event_specimen on specimen_event (specimen_id, id);
create trigger specimen_event_is_history before update or delete on specimen_event
  for each row execute function forbid_change();

-- A label once stuck on stays true, and a specimen that was rejected is never taken back.
create function keep_specimen() returns trigger language plpgsql as $$
begin
  if (old.order_id, old.accession, old.specimen, old.container, old.replaces, old.expected_at)
    is distinct from
     (new.order_id, new.accession, new.specimen, new.container, new.replaces, new.expected_at)
    or old.state = 'rejected'
  then raise exception 'what a label says, and a rejection, are final' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger specimen_is_kept before update on specimen for each row execute function keep_specimen();
