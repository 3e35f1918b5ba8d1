-- Each change of a location's opening hours by its lab: what was written, and what became of it.
create table opening_change (
  id bigint generated always as identity primary key,
  location_id bigint not null references lab_location (id),
  account_id bigint not null references account (id),
  at timestamptz not null,
  was text not null,
  became text not null
);
create index opening_change_location on opening_change (location_id, id desc);
create trigger opening_change_is_history before update or delete on opening_change
  for each row execute function forbid_change();

-- How many home visits a location makes in a window of one day, where that differs from the windows of its weekday.
create table slot_day (
  location_id bigint not null references lab_location (id),
  day date not null,
  starts text not null check (starts in ('07:00', '09:00', '11:00', '13:00', '15:00', '17:00')),
  places smallint not null check (places between 0 and 500),
  primary key (location_id, day, starts)
);

-- Each time that a lab said how many home visits a location makes: what it was before, and what it became.
create table capacity_change (
  id bigint generated always as identity primary key,
  location_id bigint not null references lab_location (id),
  account_id bigint not null references account (id),
  at timestamptz not null,
  was jsonb not null,
  became jsonb not null
);
create index capacity_change_location on capacity_change (location_id, id desc);
create trigger capacity_change_is_history before update or delete on capacity_change
  for each row execute function forbid_change();
