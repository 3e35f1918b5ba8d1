-- A name as a search compares it: folded, and everything but letters and digits a single space.
create function search_key(words text) returns text language sql immutable strict parallel safe
  return btrim(regexp_replace(public.fold(words), '[^a-z0-9]+', ' ', 'g'));

-- The keys of a test's name and other names.
create function search_keys(name text, others text[]) returns text[] language sql immutable parallel safe
begin atomic
  select array_agg(distinct public.search_key(word)) from unnest(name || others) as word;
end;

-- A package is sold like a test: it is a row of `test`, with what follows from its members kept beside it.
alter table test
  add column kind text not null default 'test' check (kind in ('test', 'package')),
  -- What a location needs to do it: the department of a test, those of all the tests of a package.
  add column departments text[],
  add column audience text not null default '',
  -- What a package costs beside the sum of its tests.
  add column price_factor numeric(4, 2) check (price_factor > 0),
  add column search_keys text[] generated always as (search_keys(name, also_known_as)) stored,
  add check ((kind = 'package') = (price_factor is not null));
update test set departments = array[department];
alter table test alter column departments set not null, add check (cardinality(departments) > 0);

create table package_test (
  package_id bigint not null references test (id),
  test_id bigint not null references test (id),
  position smallint not null,
  primary key (package_id, test_id),
  unique (package_id, position)
);
create index package_test_test on package_test (test_id);

-- What tests are for, in the words of patients.
create table purpose (
  code text primary key check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  position smallint not null,
  search_key text generated always as (search_key(name)) stored
);

create table purpose_test (
  purpose_code text not null references purpose (code),
  test_id bigint not null references test (id),
  primary key (purpose_code, test_id)
);
create index purpose_test_test on purpose_test (test_id);

-- Names of the tests of a package as they were when the order was placed; empty for a test.
alter table lab_order_line add column includes text[] not null default '{}';

-- The labs of a test with their prices, from the index alone.
create index offer_of_test on offer (test_id, price_kobo) include (lab_id) where active;
drop index offer_test;

-- What a test costs at the labs that take bookings. It is counted when it is first asked for on a day, since
-- registrations end by the day, and forgotten (a null day) in the transaction that changes anything it rests on.
create table test_market (
  test_id bigint primary key references test (id),
  counted_on date,
  lab_count integer not null default 0,
  price_from_kobo bigint,
  price_to_kobo bigint
) with (fillfactor = 60);
insert into test_market (test_id) select id from test;

-- Locks in the order of the tests, so that two that forget do not wait for each other; null means every test. It locks
-- also what is forgotten already: somebody may be counting it, from what was there before.
create function forget_market(tests bigint[]) returns void language plpgsql as $$
begin
  perform from test_market where tests is null or test_id = any(tests) order by test_id for no key update;
  update test_market set counted_on = null where tests is null or test_id = any(tests);
end $$;

create function open_market() returns trigger language plpgsql as $$
begin
  insert into test_market (test_id) select id from added on conflict do nothing;
  return null;
end $$;
create trigger test_has_market after insert on test referencing new table as added
  for each statement execute function open_market();

create function forget_market_of_test() returns trigger language plpgsql as $$
begin
  perform forget_market(array[new.id]);
  return null;
end $$;
create trigger test_moves_market after update of departments on test
  for each row when (old.departments is distinct from new.departments) execute function forget_market_of_test();

create function forget_market_of_offers() returns trigger language plpgsql as $$
begin
  perform forget_market(coalesce((select array_agg(distinct test_id) from changed), array[]::bigint[]));
  return null;
end $$;
create trigger new_offer_moves_market after insert on offer referencing new table as changed
  for each statement execute function forget_market_of_offers();
create trigger offer_moves_market after update on offer referencing new table as changed
  for each statement execute function forget_market_of_offers();
create trigger lost_offer_moves_market after delete on offer referencing old table as changed
  for each statement execute function forget_market_of_offers();

create function forget_markets() returns trigger language plpgsql as $$
begin
  perform forget_market(null);
  return null;
end $$;
create trigger lab_moves_market after update of active, registration_expires_on on lab
  for each statement execute function forget_markets();
create trigger location_moves_market after insert or delete or update of active, departments on lab_location
  for each statement execute function forget_markets();
