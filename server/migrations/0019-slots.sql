-- How many home visits a location's phlebotomists make in one window of two hours.
alter table lab_location add visit_places smallint not null default 4 check (visit_places between 0 and 500);

-- Where a window of a weekday differs from that. Monday is 1.
create table slot_capacity (
  location_id bigint not null references lab_location (id),
  weekday smallint not null check (weekday between 1 and 7),
  starts text not null check (starts in ('07:00', '09:00', '11:00', '13:00', '15:00', '17:00')),
  places smallint not null check (places between 0 and 500),
  primary key (location_id, weekday, starts)
);

-- A window of a day in which somebody has had a place. Its row is locked by whoever takes or frees one.
create table slot (
  id bigint generated always as identity primary key,
  location_id bigint not null references lab_location (id),
  day date not null,
  starts text not null check (starts in ('07:00', '09:00', '11:00', '13:00', '15:00', '17:00')),
  -- As many as it may have; never fewer than have been given, so that what was promised stands when there are fewer.
  places integer not null,
  -- How many rows of slot_place it has; kept by the trigger below.
  taken integer not null default 0,
  unique (location_id, day, starts),
  constraint slot_not_overbooked check (taken between 0 and places)
);

-- The place of an order's home visit. One that is held for somebody who is paying is taken until another wants it after
-- that time; a paid one has no such time.
create table slot_place (
  order_id bigint primary key references lab_order (id),
  slot_id bigint not null references slot (id),
  held_until timestamptz
);
create index slot_place_slot on slot_place (slot_id);

create function count_slot_places() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then update slot set taken = taken - 1 where id = old.slot_id; end if;
  if tg_op <> 'DELETE' then update slot set taken = taken + 1 where id = new.slot_id; end if;
  return null;
end $$;
create trigger slot_place_counted after insert or delete or update of slot_id on slot_place
  for each row execute function count_slot_places();

-- Whoever has paid for a home visit before there were places has one, in the window that is nearest to their time.
create temporary table visit_before on commit drop as
  select id as order_id, location_id, collection_on as day, (array['07:00', '09:00', '11:00', '13:00', '15:00', '17:00'])[
    1 + least(5, greatest(0, (left(collection_time, 2)::int - 7) / 2))] as starts
  from lab_order where mode = 'sampleCollection'
    and state in ('scheduled', 'sample_collected', 'lab_processing', 'results_ready')
    -- A visit that had passed before its money came waits for its owner's choice.
    and not (state = 'scheduled' and late_money_at is not null and late_choice is null
      and (collection_on + collection_time::time) at time zone 'Africa/Lagos' <= late_money_at);
insert into slot (location_id, day, starts, places)
  select location_id, day, starts, greatest(4, count(*)) from visit_before group by 1, 2, 3;
insert into slot_place (order_id, slot_id)
  select order_id, slot.id from visit_before join slot using (location_id, day, starts);
