-- A phlebotomist is sent nowhere before an operator has said where they go.
create table phlebotomist (
  staff_id uuid primary key references staff_member (id),
  -- The most visits that they are given on one day unasked.
  daily_visits smallint not null default 8 check (daily_visits between 1 and 40)
);

create table phlebotomist_area (
  staff_id uuid not null references phlebotomist (staff_id),
  state text not null check (state <> ''),
  -- Empty for all of the state.
  area text not null,
  primary key (staff_id, state, area)
);
create index phlebotomist_area_place on phlebotomist_area (state, area);

-- A home visit: somebody goes to a patient, takes the samples of an order and brings them to its lab.
create table collection (
  id uuid primary key default gen_random_uuid(),
  order_id bigint not null references lab_order (id),
  state text not null default 'requested' check (state in
    ('requested', 'assigned', 'on_the_way', 'collected', 'delivered', 'missed', 'cancelled')),
  -- The order's day and time when the visit was opened or last moved.
  visit_on date not null,
  visit_time text not null check (visit_time ~ '^[0-2][0-9]:[0-5][0-9]$'),
  -- Where the lab location of the order is: who brings samples there also goes to the patients around it.
  area_state text not null,
  area text not null,
  staff_id uuid references staff_member (id),
  -- How often it was given to somebody or moved; each time has a door code of its own.
  round smallint not null default 0 check (round >= 0),
  code_tries smallint not null default 0 check (code_tries between 0 and 5),
  arrived_at timestamptz,
  collected_at timestamptz,
  delivered_at timestamptz,
  delivered_count smallint check (delivered_count > 0),
  missed_reason text check (missed_reason in ('nobody_home', 'not_found', 'declined', 'not_the_patient', 'unable')),
  opened_at timestamptz not null,
  check (state in ('requested', 'cancelled') or staff_id is not null),
  check (state <> 'requested' or staff_id is null),
  constraint collection_was_let_in check (state not in ('collected', 'delivered') or arrived_at is not null),
  check ((state in ('collected', 'delivered')) = (collected_at is not null)),
  check ((state = 'delivered') = (delivered_at is not null)),
  check ((delivered_at is null) = (delivered_count is null)),
  check ((state = 'missed') = (missed_reason is not null))
);
-- However often it is asked for, one visit of an order is still to be made.
create unique index collection_open on collection (order_id)
  where state in ('requested', 'assigned', 'on_the_way', 'missed');
create index collection_order on collection (order_id);
create index collection_day on collection (visit_on, visit_time, id);
create index collection_unassigned on collection (visit_on, visit_time, id) where state = 'requested';
create index collection_round on collection (staff_id, visit_on);
create index collection_carried on collection (staff_id) where state = 'collected';

create table collection_event (
  id bigint generated always as identity primary key,
  collection_id uuid not null references collection (id),
  verb text not null,
  from_state text not null,
  to_state text not null,
  actor text not null,
  account_id bigint references account (id),
  -- To whom it was given.
  staff_id uuid references staff_member (id),
  reason text,
  at timestamptz not null
);
create index collection_event_collection on collection_event (collection_id, id);
create trigger collection_event_is_history before update or delete on collection_event
  for each row execute function forbid_change();

-- What phlebotomists did, by the number that their phone gave to it: the same number twice is one act.
create table visit_act (
  id uuid primary key,
  collection_id uuid not null references collection (id),
  account_id bigint not null references account (id),
  verb text not null,
  -- Why it was refused for good: a wrong door code that comes twice was tried once.
  refusal text,
  done_at timestamptz not null,
  applied_at timestamptz not null
);
create index visit_act_collection on visit_act (collection_id);
create trigger visit_act_is_history before update or delete on visit_act
  for each row execute function forbid_change();

-- Paid home visits that are still to be made: each has an open visit above.
create index lab_order_home_visit on lab_order (id) where state = 'scheduled' and mode = 'sampleCollection';
