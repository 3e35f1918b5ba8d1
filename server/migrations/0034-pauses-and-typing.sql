-- A location that takes no bookings for a while, as its lab has said: why, for those who work there; and what patients read.
create table location_pause (
  id bigint generated always as identity primary key,
  location_id bigint not null references lab_location (id),
  reason text not null check (length(reason) between 1 and 300),
  words text not null check (length(words) between 1 and 200),
  -- The day from which it takes bookings again by itself; null where somebody has to say so.
  again_on date,
  begun_at timestamptz not null,
  begun_by bigint not null references account (id),
  ended_at timestamptz,
  ended_by bigint references account (id),
  check ((ended_at is null) = (ended_by is null)),
  constraint location_pause_ends_after check (ended_at >= begun_at)
);
create unique index location_pause_one on location_pause (location_id) where ended_at is null;
create index location_pause_of on location_pause (location_id, id desc);

-- Who paused a location, why and since when stays as it was said; a pause ends, once.
create function keep_location_pause() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.ended_at is not null
    or to_jsonb(new) - array['ended_at', 'ended_by'] <> to_jsonb(old) - array['ended_at', 'ended_by'] then
    raise exception 'location_pause is append-only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger location_pause_is_history before update or delete on location_pause
  for each row execute function keep_location_pause();

-- Where a test can be had is another place now, or one more.
create trigger pause_moves_market after insert or update on location_pause
  for each statement execute function forget_markets();

-- Which labs have paused a test, for whoever looks for it.
create index offer_paused on offer (test_id) where paused;

-- What somebody has typed of a report and not entered yet. It is no result: nothing but the form that it was typed in reads it.
create table entry_draft (
  report_id uuid primary key references report (id),
  -- Another with each change, so that nobody writes over somebody else's words without knowing them.
  version uuid not null default gen_random_uuid(),
  typed jsonb not null,
  typed_by bigint not null references account (id),
  typed_at timestamptz not null,
  expires_at timestamptz not null,
  constraint entry_draft_is_small check (octet_length(typed::text) <= 65536)
);
create index entry_draft_expires on entry_draft (expires_at);

-- Whether its lab has said when a location is open: then no file says otherwise. It stands in the row itself, so that a file
-- that waits for somebody who says so just now finds it.
alter table lab_location add column hours_said boolean not null default false;
update lab_location set hours_said = true where exists (select from opening_change where location_id = lab_location.id);
