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
