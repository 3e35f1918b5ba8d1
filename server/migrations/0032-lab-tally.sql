-- How many labs a list has, by what it can be narrowed to, so that a page of it needs no count. Kept by the triggers below,
-- in the transaction of whatever changes it.
create table lab_tally (
  home boolean not null,
  iso boolean not null,
  labs integer not null default 0 check (labs >= 0),
  primary key (home, iso)
);
insert into lab_tally (home, iso) values (false, false), (false, true), (true, false), (true, true);

-- What a list narrows by, of one lab.
create function has_iso_15189(accreditation text) returns boolean language sql immutable strict parallel safe
  return accreditation ~* 'ISO\s*15189';

update lab_tally set labs = (select count(*) from lab where active and offer_count > 0
  and home_collection = home and has_iso_15189(accreditation) = iso);

-- Counted up by whatever changes which labs there are, what they are called or where, so that whoever keeps them in memory
-- knows whether they are as they were.
create table lab_listing (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 0
);
insert into lab_listing default values;

-- Moves the tally by what a statement changed: home, iso and by how many. Always in one order, so that two that change it do
-- not wait for each other.
create function move_lab_tally(moves jsonb) returns void language plpgsql as $$
declare
  moved record;
begin
  for moved in select * from jsonb_to_recordset(moves) as one (home boolean, iso boolean, labs integer)
    where labs <> 0 order by home, iso
  loop
    update lab_tally set labs = lab_tally.labs + moved.labs where home = moved.home and iso = moved.iso;
  end loop;
end $$;

create function tally_new_labs() returns trigger language plpgsql as $$
begin
  perform move_lab_tally(jsonb_agg(one)) from (
    select home_collection as home, has_iso_15189(accreditation) as iso, count(*) as labs
    from came where active and offer_count > 0 group by 1, 2) one;
  update lab_listing set version = version + 1 where exists (select from came where active and offer_count > 0);
  return null;
end $$;
create trigger new_lab_is_tallied after insert on lab
  referencing new table as came for each statement execute function tally_new_labs();

create function tally_lost_labs() returns trigger language plpgsql as $$
begin
  perform move_lab_tally(jsonb_agg(one)) from (
    select home_collection as home, has_iso_15189(accreditation) as iso, -count(*) as labs
    from went where active and offer_count > 0 group by 1, 2) one;
  update lab_listing set version = version + 1 where exists (select from went where active and offer_count > 0);
  return null;
end $$;
create trigger lost_lab_is_tallied after delete on lab
  referencing old table as went for each statement execute function tally_lost_labs();

create function tally_changed_labs() returns trigger language plpgsql as $$
begin
  perform move_lab_tally(jsonb_agg(one)) from (
    select home_collection as home, has_iso_15189(accreditation) as iso, sum(change) as labs
    from (select home_collection, accreditation, 1 as change from came where active and offer_count > 0
      union all select home_collection, accreditation, -1 from went where active and offer_count > 0) changed
    group by 1, 2) one;
  update lab_listing set version = version + 1 where exists (
    select from went join came using (id)
    where (went.active and went.offer_count > 0) <> (came.active and came.offer_count > 0)
      or (went.name, went.places_folded, went.home_collection, went.accreditation)
        is distinct from (came.name, came.places_folded, came.home_collection, came.accreditation));
  return null;
end $$;
create trigger changed_lab_is_tallied after update on lab
  referencing old table as went new table as came for each statement execute function tally_changed_labs();

-- At every start it is asked whether there is anything of a demonstration, and mostly there is nothing.
create index lab_demo on lab (id) where demo;
create index account_demo on account (id) where demo;
