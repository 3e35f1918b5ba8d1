-- What tests cost is counted beside those who search, by the worker. Whatever it rests on is told here in the transaction that
-- changes it: a test, or a lab, whose offers are looked up by the count. Rows are added and nothing is locked, so nobody who
-- changes prices or labs waits for a count, or for another who does. A count takes away the rows that it has seen.
create table market_change (
  id bigint generated always as identity primary key,
  test_id bigint,
  lab_id bigint,
  check (num_nonnulls(test_id, lab_id) = 1)
);

drop trigger test_has_market on test;
drop trigger test_moves_market on test;
drop trigger new_offer_moves_market on offer;
drop trigger offer_moves_market on offer;
drop trigger lost_offer_moves_market on offer;
drop trigger lab_moves_market on lab;
drop trigger location_moves_market on lab_location;
drop trigger pause_moves_market on location_pause;
drop function open_market();
drop function forget_market_of_test();
drop function forget_market_of_offers();
drop function forget_markets();
drop function forget_market(bigint[]);

-- A test that has a row has been counted, and keeps what was counted last until it is counted again.
delete from test_market where counted_on is null;
alter table test_market alter column counted_on set not null, alter column lab_count drop default;

create function tell_market_of_test() returns trigger language plpgsql as $$
begin
  insert into market_change (test_id) values (new.id);
  return null;
end $$;
create trigger test_moves_market after update of departments on test
  for each row when (old.departments is distinct from new.departments) execute function tell_market_of_test();

create function tell_market_of_offers() returns trigger language plpgsql as $$
begin
  insert into market_change (test_id) select distinct test_id from changed;
  return null;
end $$;
create trigger new_offer_moves_market after insert on offer referencing new table as changed
  for each statement execute function tell_market_of_offers();
create trigger lost_offer_moves_market after delete on offer referencing old table as changed
  for each statement execute function tell_market_of_offers();

create function tell_market_of_changed_offers() returns trigger language plpgsql as $$
begin
  insert into market_change (test_id) select distinct came.test_id from went join came using (lab_id, test_id)
    where (went.active, went.price_kobo) is distinct from (came.active, came.price_kobo);
  return null;
end $$;
create trigger offer_moves_market after update on offer referencing old table as went new table as came
  for each statement execute function tell_market_of_changed_offers();

create function tell_market_of_lab() returns trigger language plpgsql as $$
begin
  insert into market_change (lab_id) values (new.id);
  return null;
end $$;
create trigger lab_moves_market after update of active, registration_expires_on on lab
  for each row when ((old.active, old.registration_expires_on) is distinct from (new.active, new.registration_expires_on))
  execute function tell_market_of_lab();

create function tell_market_of_location() returns trigger language plpgsql as $$
begin
  insert into market_change (lab_id) values (case tg_op when 'DELETE' then old.lab_id else new.lab_id end);
  return null;
end $$;
create trigger location_moves_market after insert or delete on lab_location
  for each row execute function tell_market_of_location();
create trigger changed_location_moves_market after update of active, departments on lab_location
  for each row when ((old.active, old.departments) is distinct from (new.active, new.departments))
  execute function tell_market_of_location();

create function tell_market_of_pause() returns trigger language plpgsql as $$
begin
  insert into market_change (lab_id) select lab_id from lab_location where id = new.location_id;
  return null;
end $$;
create trigger pause_moves_market after insert or update on location_pause
  for each row execute function tell_market_of_pause();

-- A doctor's patients, and what was booked for each.
create index lab_order_patient_of on lab_order (account_id, lower(patient_email), fold(patient_name), id desc);
