-- What processes keep in their memory, and how they know whether it is as it was. Both are told in the transaction that changes
-- it, and read in the statement, or before it, that needs what is kept.

-- The facts of tests and packages are the same wherever they are offered. An edition is a number that nobody has seen before, so
-- that it stands for the same facts in every database.
create table catalogue_edition (
  only_row boolean primary key default true check (only_row),
  edition uuid not null default gen_random_uuid()
);
insert into catalogue_edition default values;

create function make_catalogue_edition() returns trigger language plpgsql as $$
begin
  update catalogue_edition set edition = gen_random_uuid();
  return null;
end $$;
create trigger test_makes_edition after insert or delete or truncate or update of code, name, also_known_as, kind, category, department,
    departments, summary, specimen, fasting_hours, preparation, turnaround_hours, home_collection, sex, popular_rank on test
  for each statement execute function make_catalogue_edition();
create trigger package_makes_edition after insert or delete or truncate or update on package_test
  for each statement execute function make_catalogue_edition();

-- Whatever a list of labs shows or is found by. A change adds a row and locks nothing, so labs that change at once do not wait for
-- one another; the version is what was counted before and the rows that came since.
create table lab_listing_change (
  id bigint generated always as identity primary key
);

create function tell_lab_listing() returns trigger language plpgsql as $$
begin
  insert into lab_listing_change default values;
  return null;
end $$;

create or replace function tally_new_labs() returns trigger language plpgsql as $$
begin
  perform move_lab_tally(jsonb_agg(one)) from (
    select home_collection as home, has_iso_15189(accreditation) as iso, count(*) as labs
    from came where active and offer_count > 0 group by 1, 2) one;
  if exists (select from came where active and offer_count > 0) then
    insert into lab_listing_change default values;
  end if;
  return null;
end $$;

create or replace function tally_lost_labs() returns trigger language plpgsql as $$
begin
  perform move_lab_tally(jsonb_agg(one)) from (
    select home_collection as home, has_iso_15189(accreditation) as iso, -count(*) as labs
    from went where active and offer_count > 0 group by 1, 2) one;
  if exists (select from went where active and offer_count > 0) then
    insert into lab_listing_change default values;
  end if;
  return null;
end $$;

create or replace function tally_changed_labs() returns trigger language plpgsql as $$
begin
  perform move_lab_tally(jsonb_agg(one)) from (
    select home_collection as home, has_iso_15189(accreditation) as iso, sum(change) as labs
    from (select home_collection, accreditation, 1 as change from came where active and offer_count > 0
      union all select home_collection, accreditation, -1 from went where active and offer_count > 0) changed
    group by 1, 2) one;
  if exists (
    select from went join came using (id)
    where (went.active and went.offer_count > 0) <> (came.active and came.offer_count > 0)
      or (came.active and came.offer_count > 0
        and (went.slug, went.name, went.about, went.founded_year, went.accreditation, went.registration_number,
            went.registration_expires_on, went.quality_assessment, went.iso_scope, went.home_collection, went.offer_count,
            went.location_count, went.places_folded, went.demo)
          is distinct from (came.slug, came.name, came.about, came.founded_year, came.accreditation, came.registration_number,
            came.registration_expires_on, came.quality_assessment, came.iso_scope, came.home_collection, came.offer_count,
            came.location_count, came.places_folded, came.demo)))
  then
    insert into lab_listing_change default values;
  end if;
  return null;
end $$;

create trigger location_changes_listing after insert or delete or truncate or update of lab_id, address, area, state, position, active
    on lab_location
  for each statement execute function tell_lab_listing();
create trigger place_changes_listing after insert or delete or truncate or update on place
  for each statement execute function tell_lab_listing();
